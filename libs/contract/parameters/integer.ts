import { parameter } from './parameter.js';

interface Integer {
  description: string;
  min: number;
  max?: number;
  /** French unit, such as « euros ». */
  unit?: string;
  example: number;
  default?: number;
}

/** Beyond it, digits would be lost in a JavaScript number; also the largest amount that the database holds. */
const LARGEST = 999_999_999_999_999;

/** An integer written in digits only: no sign, no decimal part, no exponent. */
export function IntegerParameter(integer: Integer): PropertyDecorator {
  const { description, min, max, unit, example } = integer;
  const most = max ?? LARGEST;
  const kind = unit === undefined ? 'nombre entier' : `nombre entier, en ${unit},`;
  return parameter({
    description,
    accepts: max === undefined ? `${kind} à partir de ${min}` : `${kind} de ${min} à ${max}`,
    example,
    schema: {
      type: 'integer',
      minimum: min,
      maximum: most,
      ...(integer.default === undefined ? {} : { default: integer.default }),
    },
    read: (text) => {
      const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
      return value >= min && value <= most ? value : undefined;
    },
  });
}
