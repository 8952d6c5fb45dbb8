import type { AvisSynchronise } from '../answers.js';
import type { Position } from './position.js';

/** Where a mirror keeps its copy. One writer at a time: opening takes a lock, which the process's end gives back. */
export interface Target {
  /** What the last written page left, or null in a new target. */
  readPosition(): Promise<Position | null>;
  /**
   * Keeps a page and the position after it, both or neither. A row is replaced only by a greater `version`, compared
   * as text: pages may be replayed.
   */
  write(avis: readonly AvisSynchronise[], position: Position): Promise<void>;
  /** A synchronisation is complete: rows not seen since the present full copy began go away. May be repeated. */
  finish(position: Position): Promise<void>;
  close(): Promise<void>;
}

/** Another mirror writes to this target. */
export class TargetBusyError extends Error {
  override readonly name = 'TargetBusyError';

  constructor(target: string) {
    super(`Un autre miroir écrit déjà dans ${target} : arrêtez-le, ou choisissez une autre destination.`);
  }
}

/** The target copies another service, whose versions cannot be compared with these. */
export class OtherServiceError extends Error {
  override readonly name = 'OtherServiceError';

  constructor(base: string) {
    super(
      `Cette destination copie ${base} : choisissez-en une autre, ou ajoutez --adresse-changee si ce même service a changé d’adresse.`,
    );
  }
}
