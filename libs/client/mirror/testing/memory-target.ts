import type { AvisSynchronise } from '../../answers.js';
import type { Position } from '../position.js';
import type { Target } from '../target.js';

/** A target in memory, by the letter of Target. */
export class MemoryTarget implements Target {
  readonly rows = new Map<string, { avis: AvisSynchronise; pass: number }>();
  private position: Position | null = null;

  readPosition(): Promise<Position | null> {
    return Promise.resolve(this.position);
  }

  write(avis: readonly AvisSynchronise[], position: Position): Promise<void> {
    for (const one of avis) {
      const known = this.rows.get(one.id)?.avis;
      const kept = known !== undefined && known.version >= one.version ? known : one;
      this.rows.set(one.id, { avis: kept, pass: position.pass });
    }
    this.position = position;
    return Promise.resolve();
  }

  finish({ pass }: Position): Promise<void> {
    for (const [id, row] of this.rows) if (row.pass < pass) this.rows.delete(id);
    return Promise.resolve();
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
