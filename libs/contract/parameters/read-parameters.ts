import { ContractError } from '../errors.js';
import { parametersOf, type ParameterDefinition } from './parameter.js';
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
  const values: Record<string, unknown> = {};
  for (const [name, parameter] of known) {
    const text = given.get(name);
    if (text === undefined) continue;
    const value = parameter.read(text);
    if (value === undefined) throw new ContractError('invalid_parameter', wrongValue(name, parameter));
    values[name] = value;
  }
  const parameters = Object.assign(new type(), values);
  for (const rule of rulesOf(type)) {
    const refusal = rule(parameters);
    if (refusal !== null) throw refusal;
  }
  return parameters;
}

/** Message of every refusal of a parameter's value. */
function wrongValue(name: string, { accepts }: ParameterDefinition): string {
  return `Paramètre « ${name} » invalide : ${accepts}.`;
}

function unknownParameter(name: string, accepted: string[]): string {
  const list = accepted.length === 0 ? 'cette route n’en accepte aucun' : `acceptés : ${accepted.join(', ')}`;
  return `Paramètre « ${shown(name)} » inconnu ; ${list}.`;
}
