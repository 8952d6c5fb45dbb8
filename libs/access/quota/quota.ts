import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { FAMILLES_QUOTA, type FamilleQuota } from '#contract/vocabulary';
import { type Clock } from '#platform/clock';
import { Grouped } from './grouped.js';
import { secondsUntilMidnightUtc, utcDay } from './day.js';

/** Where a quota stands: what `X-Quota-Limit` and `X-Quota-Remaining` say. */
export interface QuotaState {
  /** Records a day. */
  limite: number;
  /** Records left today, never negative. */
  restant: number;
}

/** Records counted before they are served. Give back what was not with `Quota.refund`, once. */
export interface Reservation extends QuotaState {
  readonly accorde: true;
  readonly compteId: string;
  readonly famille: FamilleQuota;
  readonly nombre: number;
  /** UTC day that was counted, `YYYY-MM-DD`: the refund goes to the same. */
  readonly jour: string;
}

/** Nothing was counted; `restant` is 0 whatever is left, as the contract says of `quota_exceeded`. */
export interface ReserveRefused extends QuotaState {
  readonly accorde: false;
  /** Seconds until midnight UTC. */
  readonly retryAfter: number;
}

/** Longest wait for the database, in milliseconds: beyond, the quota is unverifiable. */
const QUOTA_TIMEOUT_MS = 2_000;
/**
 * How far apart the reserves of one account begin, in milliseconds for each of its answers under way: about as fast as a
 * machine gives pages, so that who asks several times at once shares a commit. A page takes longer, and is read meanwhile.
 */
const APART_MS_EACH = 0.7;
const APART_MS_MOST = 4;
const AMPLE_TIMES = 10;
const REMEMBERED_ACCOUNTS = 10_000;

/** A reserve that is asked for. */
export interface Asked {
  compteId: string;
  famille: FamilleQuota;
  /** Records. */
  nombre: number;
}

/** To count in the database's own day when `day` is null. */
type Ask = Asked & { day: string | null };

type Counted = QuotaState & { accorde: boolean; jour: string };

const RESERVE = {
  name: 'access-reserve-quotas',
  text: 'select accorde, jour::text, limite, restant from access.reserve_quotas($1, $2, $3, $4)',
};
const REFUND = {
  name: 'access-refund-quota',
  text: 'select limite, restant from access.refund_quota($1, $2, $3, $4)',
};
const READ = {
  name: 'access-read-quota',
  text: `
    select f.famille, l.limite, coalesce(q.consomme, 0) as consomme,
      greatest(0, l.limite - coalesce(q.consomme, 0)) as restant
    from unnest($2::text[]) as f (famille)
    cross join lateral (select coalesce(
      (select ql.limite from access.quota_limite ql where ql.compte_id = $1 and ql.famille = f.famille),
      access.quota_defaut(f.famille)) as limite) as l
    left join access.quota q on q.compte_id = $1 and q.famille = f.famille
      and q.jour = coalesce($3::date, (clock_timestamp() at time zone 'UTC')::date)`,
};

/**
 * The strict daily quota, held in PostgreSQL (contract, Daily quota). A reserve and a refund are one statement each and
 * hold no row between them: a process that dies in between leaves its reserve counted, never too little. Every method
 * throws when the database does not answer: the caller refuses with 503 and serves nothing.
 */
export class Quota {
  private readonly refunded = new WeakSet<Reservation>();
  /** What accounts had left when they last reserved, by `Asked`'s account and family. */
  private readonly left = new LRUCache<string, number>({ max: REMEMBERED_ACCOUNTS });
  /** Reserves granted and not settled, by account: where there are some, others are about to come. */
  private readonly open = new Map<string, number>();
  private readonly reserves = new Grouped<Ask, Counted>((asks) => this.count(asks));

  /** @param pool the API's role is enough. @param clock tests only: the database's own day is taken without it. */
  constructor(
    private readonly pool: pg.Pool,
    private readonly clock?: Clock,
  ) {}

  /** Counts `nombre` records (1 or more) of today, all or none. */
  async reserve(compteId: string, famille: FamilleQuota, nombre: number): Promise<Reservation | ReserveRefused> {
    if (!Number.isInteger(nombre) || nombre < 1) throw new RangeError(`a reserve of ${nombre} records`);
    const day = this.day();
    const subject = `${compteId} ${famille} ${day ?? ''}`;
    const ask = { compteId, famille, nombre, day };
    const apartMs = Math.min((this.open.get(compteId) ?? 0) * APART_MS_EACH, APART_MS_MOST);
    const { accorde, limite, restant, jour } = await this.reserves.ask(subject, ask, apartMs);
    this.left.set(`${compteId} ${famille}`, restant);
    if (!accorde) return { accorde, limite, restant, retryAfter: secondsUntilMidnightUtc(this.now()) };
    this.open.set(compteId, (this.open.get(compteId) ?? 0) + 1);
    return { accorde, compteId, famille, nombre, jour, limite, restant };
  }

  /** Whether the account had many times as much left when it last reserved: no promise, the reserve alone is one. */
  hadAmple({ compteId, famille, nombre }: Asked): boolean {
    return (this.left.get(`${compteId} ${famille}`) ?? 0) >= AMPLE_TIMES * nombre;
  }

  /**
   * Gives back what was reserved and not served, to the day that was counted.
   * @param servis records served, from 0 to `reservation.nombre`.
   * @returns the state after it, of the reservation's day. @throws when called twice for one reservation.
   */
  async refund(reservation: Reservation, servis: number): Promise<QuotaState> {
    const { compteId, famille, nombre, jour, limite, restant } = reservation;
    if (!Number.isInteger(servis) || servis < 0 || servis > nombre) {
      throw new RangeError(`${servis} records served out of a reserve of ${nombre}`);
    }
    if (this.refunded.has(reservation)) throw new Error('a reserve is given back once');
    this.refunded.add(reservation);
    this.close(compteId);
    if (servis === nombre) return { limite, restant };
    const [state] = await this.rows<QuotaState>(REFUND, [compteId, famille, nombre - servis, jour]);
    if (state === undefined) throw new Error('the quota counts less than what is given back');
    return state;
  }

  /** Where both families of an account stand today; reserves in flight are counted in `consomme`. */
  async read(compteId: string): Promise<Record<FamilleQuota, QuotaState & { consomme: number }>> {
    const query = { ...READ, values: [compteId, [...FAMILLES_QUOTA], this.day()], query_timeout: QUOTA_TIMEOUT_MS };
    const { rows } = await this.pool.query<{ famille: FamilleQuota; consomme: number } & QuotaState>(query);
    const states = rows.map(({ famille, ...state }) => [famille, state]);
    return Object.fromEntries(states) as Record<FamilleQuota, QuotaState & { consomme: number }>;
  }

  /** Of one account, family and day. */
  private async count(asks: readonly Ask[]): Promise<Counted[]> {
    const [{ compteId, famille, day }] = asks as [Ask];
    const rows = await this.rows<Counted>(RESERVE, [compteId, famille, asks.map(({ nombre }) => nombre), day]);
    if (rows.length !== asks.length) throw new Error(`${rows.length} answers to ${asks.length} reserves`);
    return rows;
  }

  private async rows<Row extends object>(statement: { name: string; text: string }, values: unknown[]) {
    const query = { ...statement, values, query_timeout: QUOTA_TIMEOUT_MS };
    return (await this.pool.query<Row>(query)).rows;
  }

  private close(compteId: string): void {
    const open = (this.open.get(compteId) ?? 1) - 1;
    if (open > 0) this.open.set(compteId, open);
    else this.open.delete(compteId);
  }

  private day(): string | null {
    return this.clock === undefined ? null : utcDay(this.clock.now());
  }

  private now(): Date {
    return this.clock?.now() ?? new Date();
  }
}
