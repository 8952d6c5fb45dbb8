import { Attribution } from './attribution.entity.js';
import { Avis } from './avis.entity.js';
import { ArchivedDocument } from './document.entity.js';
import { StoredPublication } from './publication.entity.js';
import { RejectedDocument } from './rejection.entity.js';
import { Run } from './run.entity.js';
import { SourceState } from './source.entity.js';

/** What a DataSource must know to run the stages of this library. */
export const AVIS_ENTITIES = [
  SourceState,
  Run,
  ArchivedDocument,
  RejectedDocument,
  StoredPublication,
  Avis,
  Attribution,
];
