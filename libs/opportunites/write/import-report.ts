import type { Fault } from '../import/json-lines.js';

/** Faults told of one by one; the others are counted. */
export const FAULTS_TOLD = 100;

export interface ImportOptions {
  /** Write the right lines although others are wrong. */
  ignorerErreurs: boolean;
}

export interface ImportReport {
  /** Lines read, wrong ones included. */
  lues: number;
  /** New or changed. */
  ecrites: number;
  supprimees: number;
  inchangees: number;
  refusees: number;
  /** The first of them, by line. */
  fautes: Fault[];
  /** False: lines were wrong, and nothing of the file is written. */
  ecrit: boolean;
}
