import type { EntityManager } from 'typeorm';
import { readProfil } from '../read-profil.js';
import { ProfilIndex } from '../score/candidates.js';
import { type PreparedProfil, prepareProfil } from '../score/prepared.js';

interface Known {
  /** Tells one state of a profile from another. */
  state: string;
  /** Null for one that cannot be read: it matches nothing until it is corrected. */
  prepared: PreparedProfil | null;
}

/**
 * The profiles, prepared and indexed, kept from one batch to the next: a thousand of them take longer to read and
 * prepare than a notice to be scored, and hardly ever change.
 */
export class StoredProfils {
  #known = new Map<string, Known>();
  #index = new ProfilIndex(new Map<string, PreparedProfil>());

  /** The profiles as the transaction sees them. */
  async load(manager: EntityManager): Promise<ProfilIndex> {
    const states = await manager.query<{ compte_id: string; state: string }[]>(
      `select compte_id, version || ' ' || importe_le as state from write.profil`,
    );
    const changed = states.filter(({ compte_id, state }) => this.#known.get(compte_id)?.state !== state);
    if (changed.length === 0 && states.length === this.#known.size) return this.#index;

    const read = await this.#read(
      manager,
      changed.map((row) => row.compte_id),
    );
    // Never the map in use: a batch that fails half-way leaves it as it was.
    const known = new Map<string, Known>();
    for (const { compte_id, state } of states) {
      const kept = this.#known.get(compte_id);
      known.set(compte_id, kept?.state === state ? kept : { state, prepared: read.get(compte_id) ?? null });
    }
    this.#known = known;
    const readable = [...known].flatMap(([id, { prepared }]) => (prepared === null ? [] : [[id, prepared] as const]));
    this.#index = new ProfilIndex(new Map(readable));
    return this.#index;
  }

  async #read(manager: EntityManager, ids: readonly string[]): Promise<Map<string, PreparedProfil>> {
    const rows = await manager.query<{ compte_id: string; profil: unknown }[]>(
      'select compte_id, profil from write.profil where compte_id = any($1::uuid[])',
      [ids],
    );
    const prepared = new Map<string, PreparedProfil>();
    for (const { compte_id, profil } of rows) {
      const read = readProfil(profil);
      if (read.ok) prepared.set(compte_id, prepareProfil(read.value));
    }
    return prepared;
  }
}
