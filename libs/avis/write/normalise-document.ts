import { setImmediate as turn } from 'node:timers/promises';
import { QueryFailedError } from 'typeorm';
import type { DocumentFormat, Normalise } from '#sources/adapter';
import type { Normalised } from '#sources/publication';
import type { SourceCode } from '#sources/registry';
import { decompress } from './compression.js';
import { checkNormalised } from './publication-check.js';

/** A row of write.document. */
export interface ArchivedDocument {
  id: string;
  identifiant: string;
  format: DocumentFormat;
  /** gzip. */
  body: Buffer;
}

/** What an archived document says, the other jobs of the process having had their turn first: never throws, a defect of the normaliser is an `internal` rejection. */
export async function normaliseDocument(
  source: SourceCode,
  { identifiant, format, body }: ArchivedDocument,
  normaliserOf: (format: DocumentFormat) => Normalise,
): Promise<Normalised> {
  await turn();
  try {
    return checkNormalised(source, normaliserOf(format)({ source, identifiant, format, body: await decompress(body) }));
  } catch (error) {
    return internalRejection(String(error).slice(0, 500), identifiant);
  }
}

/** What becomes of a document whose publication the database refused. */
export function refusedByDatabase(identifiant: string, error: QueryFailedError): Normalised {
  return internalRejection(`The database refused the publication: ${error.message}`, identifiant);
}

/** Classes 22 (data exception), 23 (integrity) and 54 (program limit) of PostgreSQL: the value is at fault. */
export function isDataError(error: unknown): error is QueryFailedError {
  const code = error instanceof QueryFailedError ? (error.driverError as { code?: string }).code : undefined;
  return code !== undefined && /^(22|23|54)/.test(code);
}

function internalRejection(detail: string, identifiant: string): Normalised {
  return { ok: false, rejection: { reason: 'internal', detail, identifiant } };
}
