import { ContractError, type ErrorCode } from '../errors.js';

/** A rule over several parameters. Null when they agree. */
export type Rule<T> = (query: T) => ContractError | null;

const RULES = new WeakMap<object, readonly Rule<never>[]>();

/** Class decorator: the rules to check, in order, once every parameter is valid by itself. */
export function Rules<T extends object>(...rules: Rule<T>[]) {
  return (type: new () => T): void => {
    RULES.set(type, rules);
  };
}

export function rulesOf<T extends object>(type: new () => T): readonly Rule<T>[] {
  return (RULES.get(type) ?? []) as readonly Rule<T>[];
}

type Ordered = string | number | undefined;

/** The lower bound must not exceed the upper one. */
export function inOrder<T>(low: keyof T & string, high: keyof T & string): Rule<T> {
  return (query) => {
    const [from, to] = [query[low] as Ordered, query[high] as Ordered];
    if (from === undefined || to === undefined || from <= to) return null;
    return new ContractError('invalid_parameter', `« ${low} » doit être inférieur ou égal à « ${high} ».`);
  };
}

/** `name` may not be given together with any of the others. */
export function excludes<T>(name: keyof T & string, others: readonly (keyof T & string)[]): Rule<T> {
  return (query) => {
    if (query[name] === undefined) return null;
    const clash = others.find((other) => query[other] !== undefined);
    if (clash === undefined) return null;
    return new ContractError(
      'invalid_parameter',
      `« ${name} » et « ${clash} » sont incompatibles : gardez l’un des deux.`,
    );
  };
}

/** A rule of its own, with its code and message. */
export function refuseWhen<T>(wrong: (query: T) => boolean, code: ErrorCode, message: string): Rule<T> {
  return (query) => (wrong(query) ? new ContractError(code, message) : null);
}
