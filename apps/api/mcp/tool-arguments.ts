import { ContractError } from '#contract/errors';
import { parametersOf } from '#contract/parameters/parameter';
import { shown } from '#contract/parameters/query-string';
import type { Given } from '../access/passage.js';
import type { Policy } from '../access/policy.js';
import type { PageSize } from './input-schema.js';

/**
 * A tool's arguments as the route's parameters: texts by name, so that they are read by the very same code. A number
 * stands for its digits and a list of texts for the same texts separated by commas, as models write them.
 * @param given the call's `arguments`, anything at all.
 */
export function toolArguments(given: unknown, { path, query }: Policy, pageSize: PageSize | null): Given {
  const inPath = parametersOf(path);
  return {
    path: () => {
      const texts = textsOf(given, (name) => inPath.has(name));
      const missing = [...inPath.keys()].find((name) => !texts.has(name));
      if (missing === undefined) return texts;
      throw invalid(`Paramètre « ${missing} » manquant : ${inPath.get(missing)?.accepts ?? ''}.`);
    },
    query: () => {
      const texts = textsOf(given, (name) => !inPath.has(name));
      if (pageSize !== null && !texts.has(pageSize.name) && parametersOf(query).has(pageSize.name)) {
        texts.set(pageSize.name, String(pageSize.default));
      }
      return texts;
    },
  };
}

function textsOf(given: unknown, isWanted: (name: string) => boolean): Map<string, string> {
  if (given === undefined) return new Map();
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw invalid('Les paramètres d’un outil sont attendus dans un objet JSON.');
  }
  const texts = new Map<string, string>();
  for (const [name, value] of Object.entries(given)) if (isWanted(name)) texts.set(name, textOf(name, value));
  return texts;
}

function textOf(name: string, value: unknown): string {
  const text = Array.isArray(value) && value.every((part) => typeof part === 'string') ? value.join(',') : value;
  if (typeof text !== 'string' && typeof text !== 'number') {
    throw invalid(`Paramètre « ${shown(name)} » invalide : donnez un texte ou un nombre, ou retirez-le.`);
  }
  if (String(text).trim() === '') throw invalid(`Paramètre « ${shown(name)} » vide : donnez une valeur ou retirez-le.`);
  return String(text);
}

function invalid(message: string): ContractError {
  return new ContractError('invalid_parameter', message);
}
