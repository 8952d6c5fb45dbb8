import { Logger } from '@nestjs/common';
import type { ContractError } from '#contract/errors';
import { refusalOf } from './refusal-of.js';

const logger = new Logger('Api');

/** The refusal that the client is told for an error; the log is told what nobody foresaw. @param what was being done. */
export function toldRefusal(error: unknown, what: string): ContractError {
  const { refusal, unexpected } = refusalOf(error);
  if (unexpected) logger.error(`${what} failed`, error instanceof Error ? error.stack : String(error));
  return refusal;
}
