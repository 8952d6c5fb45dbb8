import { type Day, dayOf } from '../calendar.js';

/** The part of TED's expert query language that the simulated interface understands. */
export interface TedQuery {
  from: Day;
  to: Day;
  /** False when the query asks for another country: then nothing matches. */
  france: boolean;
  /** Publication number asked for; null: all. */
  number: string | null;
  newestFirst: boolean;
}

const COUNTRY = /^(?:buyer-country|CY)\s*(?:=|IN)\s*\(?\s*([A-Z]{2,3}(?:\s+[A-Z]{2,3})*)\s*\)?$/i;
const DATE = /^(?:publication-date|PD)\s*(>=|<=|=|>|<)\s*\(?\s*(\d{8})\s*\)?$/i;
const RANGE = /^(?:publication-date|PD)\s*=\s*\(\s*(\d{8})\s*<>\s*(\d{8})\s*\)$/i;
const NUMBER = /^(?:publication-number|ND)\s*(?:=|IN)\s*\(?\s*"?(\d{1,8}-\d{4})"?\s*\)?$/i;
const ORDER = /\bSORT\s+BY\s+(publication-date|PD|publication-number|ND)(?:\s+(ASC|DESC))?\s*$/i;

/** Reads a query; the text that is not understood when it is not one of ours. */
export function readTedQuery(text: string): TedQuery | { unreadable: string } {
  const query: TedQuery = { from: -Infinity, to: Infinity, france: true, number: null, newestFirst: false };
  const order = ORDER.exec(text);
  query.newestFirst = order?.[2]?.toUpperCase() === 'DESC';
  const conditions = (order === null ? text : text.slice(0, order.index)).trim();
  for (const part of conditions.split(/\s+AND\s+/i)) {
    const condition = part
      .trim()
      .replace(/^\((.*)\)$/, '$1')
      .trim();
    if (!readCondition(query, condition)) return { unreadable: condition };
  }
  return query;
}

function readCondition(query: TedQuery, condition: string): boolean {
  const country = COUNTRY.exec(condition);
  if (country !== null) {
    query.france &&= (country[1] as string)
      .toUpperCase()
      .split(/\s+/)
      .some((code) => code === 'FRA' || code === 'FR');
    return true;
  }
  const number = NUMBER.exec(condition);
  if (number !== null) {
    query.number = number[1] as string;
    return true;
  }
  const range = RANGE.exec(condition);
  if (range !== null) return narrow(query, '>=', range[1] as string) && narrow(query, '<=', range[2] as string);
  const date = DATE.exec(condition);
  return date !== null && narrow(query, date[1] as string, date[2] as string);
}

function narrow(query: TedQuery, operator: string, digits: string): boolean {
  const day = dayOf(digits.replace(/(\d{4})(\d{2})(\d{2})/, '$1-$2-$3'));
  if (day === null) return false;
  if (operator === '>=' || operator === '=') query.from = Math.max(query.from, day);
  if (operator === '<=' || operator === '=') query.to = Math.min(query.to, day);
  if (operator === '>') query.from = Math.max(query.from, day + 1);
  if (operator === '<') query.to = Math.min(query.to, day - 1);
  return true;
}
