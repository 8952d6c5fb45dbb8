import { ContractError } from '../errors.js';

/**
 * The parameters of a query string, each with its decoded text.
 * @param query what follows `?` in the address, still encoded; empty when there is none.
 * @throws ContractError invalid_parameter when a parameter is repeated or empty, or its encoding is not UTF-8.
 */
export function readQueryString(query: string): Map<string, string> {
  const values = new Map<string, string>();
  for (const pair of query.split('&')) {
    if (pair === '') continue;
    const equal = pair.indexOf('=');
    const name = decode(equal === -1 ? pair : pair.slice(0, equal));
    const value = equal === -1 ? '' : decode(pair.slice(equal + 1));
    if (values.has(name)) throw invalid(`Paramètre « ${shown(name)} » répété : donnez-le une seule fois.`);
    if (value.trim() === '') throw invalid(`Paramètre « ${shown(name)} » vide : donnez une valeur ou retirez-le.`);
    values.set(name, value);
  }
  return values;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw invalid('Adresse mal encodée : les paramètres sont attendus en UTF-8, encodés pour une adresse (%C3%A9).');
  }
}

/** A name from outside, short and printable enough for a message. */
export function shown(name: string): string {
  const printable = name.replace(/[\p{C}<>&"']/gu, '?');
  return printable.length > 40 ? `${printable.slice(0, 40)}…` : printable;
}

function invalid(message: string): ContractError {
  return new ContractError('invalid_parameter', message);
}
