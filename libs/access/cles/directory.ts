import { timingSafeEqual } from 'node:crypto';
import type pg from 'pg';
import { type FamilleQuota, type Perimetre, type Plan, type UsageCle } from '#contract/vocabulary';
import { type AccessChanges } from '../changes/changes.js';
import { RECHECK_MS } from '../changes/recheck.js';
import { Memory } from '../memory/memory.js';
import { hashKey, isKey } from './key.js';

/** What a valid key allows. */
export interface CleContext {
  cleId: string;
  prefixe: string;
  usage: UsageCle;
  perimetres: readonly Perimetre[];
  /** RFC 3339 in UTC to the second, like `expireLe`. */
  creeeLe: string;
  expireLe: string | null;
  compte: { id: string; nom: string; plan: Plan };
  /** Records a day, by family: the operator's limit or the default. */
  limites: Readonly<Record<FamilleQuota, number>>;
}

interface CleRow {
  cle_id: string;
  hash: Buffer;
  prefixe: string;
  usage: UsageCle;
  perimetres: Perimetre[];
  creee_le: string;
  expire_le: string | null;
  compte_id: string;
  nom: string;
  plan: Plan;
  limite_general: number;
  limite_decp: number;
}

const FIND = {
  name: 'access-find-cle',
  text: `
    select cle.id as cle_id, cle.hash, cle.prefixe, cle.usage, cle.perimetres,
      to_char(cle.creee_le at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as creee_le,
      to_char(cle.expire_le at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as expire_le,
      compte.id as compte_id, compte.nom, compte.plan,
      coalesce((select l.limite from access.quota_limite l where l.compte_id = compte.id and l.famille = 'general'),
        access.quota_defaut('general')) as limite_general,
      coalesce((select l.limite from access.quota_limite l where l.compte_id = compte.id and l.famille = 'decp'),
        access.quota_defaut('decp')) as limite_decp
    from access.cle join access.compte on compte.id = cle.compte_id
    where cle.hash = $1 and cle.revoquee_le is null and (cle.expire_le is null or cle.expire_le > clock_timestamp())`,
};

/** Keys, known and unknown, remembered at most; a flood of false keys pushes out others and costs them one query. */
const REMEMBERED_MAX = 20_000;
/** Longest wait for the database, in milliseconds: beyond, the key is unverifiable. */
const FIND_TIMEOUT_MS = 2_000;

/**
 * Finds what a key allows. Answers come from memory for RECHECK_MS at most, and are forgotten at once when a
 * notification says that their account, key or limits changed; an expiry is seen after RECHECK_MS at most. The memory knows keys by their hash only.
 */
export class CleDirectory {
  private readonly memory = new Memory<CleContext | null>({
    ageMs: RECHECK_MS,
    maxSize: REMEMBERED_MAX,
    sizeOf: () => 1,
  });

  /** @param pool the API's role is enough. @param changes without it, changes are seen after RECHECK_MS. */
  constructor(
    private readonly pool: pg.Pool,
    changes?: AccessChanges,
  ) {
    changes?.on((change) => {
      if (change.kind === 'coupures') return;
      this.memory.forget((_, cle) => change.kind === 'tout' || cle === null || cle.compte.id === change.compteId);
    });
  }

  /**
   * @param key as the client sent it, anything at all.
   * @returns null for an unknown, malformed, revoked or expired key.
   * @throws when the database does not answer: the caller refuses with 503, for the key can be neither known nor unknown.
   */
  async find(key: string): Promise<CleContext | null> {
    if (!isKey(key)) return null;
    const hash = hashKey(key);
    return this.memory.get(hash.toString('base64url'), () => this.read(hash));
  }

  private async read(hash: Buffer): Promise<CleContext | null> {
    const query = { ...FIND, values: [hash], query_timeout: FIND_TIMEOUT_MS };
    const row = (await this.pool.query<CleRow>(query)).rows[0];
    if (row === undefined || !timingSafeEqual(row.hash, hash)) return null;
    return {
      cleId: row.cle_id,
      prefixe: row.prefixe,
      usage: row.usage,
      perimetres: row.perimetres,
      creeeLe: row.creee_le,
      expireLe: row.expire_le,
      compte: { id: row.compte_id, nom: row.nom, plan: row.plan },
      limites: { general: row.limite_general, decp: row.limite_decp },
    };
  }
}
