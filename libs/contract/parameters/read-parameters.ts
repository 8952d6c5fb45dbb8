import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { ContractError } from '../errors.js';
import { parametersOf } from './parameter.js';
import { shown } from './query-string.js';
import { rulesOf } from './rules.js';

/**
 * The typed parameters of a request.
 * @param given decoded texts by name: of a query string, a path or a tool call.
 * @throws ContractError with the first thing wrong: unknown name, then each value in the class's order, then the rules.
 */
export function readParameters<T extends object>(type: new () => T, given: ReadonlyMap<string, string>): T {
  const known = parametersOf(type);
  for (const name of given.keys()) {
    if (!known.has(name)) throw new ContractError('invalid_parameter', unknownParameter(name, [...known.keys()]));
  }
  const parameters = given.size === 0 ? new type() : valid(plainToInstance(type, Object.fromEntries(given)));
  for (const rule of rulesOf(type)) {
    const refusal = rule(parameters);
    if (refusal !== null) throw refusal;
  }
  return parameters;
}

/** @throws ContractError with the first value that is wrong. */
function valid<T extends object>(parameters: T): T {
  // Names are checked before; class-validator would also refuse a class that declares no parameter.
  const [wrong] = validateSync(parameters, { stopAtFirstError: true, forbidUnknownValues: false });
  if (wrong === undefined) return parameters;
  throw new ContractError('invalid_parameter', Object.values(wrong.constraints ?? {})[0] ?? 'Paramètre invalide.');
}

function unknownParameter(name: string, accepted: string[]): string {
  const list = accepted.length === 0 ? 'cette route n’en accepte aucun' : `acceptés : ${accepted.join(', ')}`;
  return `Paramètre « ${shown(name)} » inconnu ; ${list}.`;
}
