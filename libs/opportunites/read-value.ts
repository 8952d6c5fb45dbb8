import { validateSync } from 'class-validator';

/** A value that somebody else wrote, once looked at: what it is, or all that is wrong with it. */
export type Read<T> = { ok: true; value: T } | { ok: false; faults: string[] };

/**
 * What an object of a class with class-validator's decorators holds that it should not: « field: what is accepted ».
 * Fields that the class does not declare are refused, too.
 */
export function faultsOf(input: object): string[] {
  const errors = validateSync(input, { whitelist: true, forbidNonWhitelisted: true, stopAtFirstError: true });
  return errors.map(({ property, constraints = {} }) =>
    'whitelistValidation' in constraints
      ? `${property}: unknown field, leave it out`
      : `${property}: ${Object.values(constraints)[0] ?? 'not accepted'}`,
  );
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
