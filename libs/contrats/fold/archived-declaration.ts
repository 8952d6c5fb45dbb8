import type { Declaration } from '../declaration.js';

export interface ArchivedDeclaration {
  /** Of `write.declaration`, a `bigint` as text: declarations are numbered as they arrive. */
  id: string;
  declaration: Declaration;
}
