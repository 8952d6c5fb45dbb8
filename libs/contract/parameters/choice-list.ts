import { CodeListParameter } from './code-list.js';

interface ChoiceList {
  description: string;
  values: readonly string[];
  /** What an absent parameter means. */
  default: readonly string[];
}

/** Values of a closed list separated by commas, none twice. */
export function ChoiceListParameter({ description, values, ...rest }: ChoiceList): PropertyDecorator {
  return CodeListParameter({
    description,
    of: `valeurs parmi ${values.join(', ')},`,
    max: values.length,
    unique: true,
    isCode: (text) => values.includes(text),
    pattern: values.join('|'),
    example: values.slice(0, 2).join(','),
    ...rest,
  });
}
