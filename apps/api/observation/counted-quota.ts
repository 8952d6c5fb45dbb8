import { Quota, type QuotaState, type Reservation, type ReserveRefused } from '#access/quota/quota';
import { FAMILLES_QUOTA, type FamilleQuota } from '#contract/vocabulary';

/** Reserves of one family since the start: granted, refused since the day's quota is spent, failed with the database. */
export interface ReserveTally {
  granted: number;
  refused: number;
  failed: number;
  /** Records counted, and of these the ones given back. */
  records: number;
  returned: number;
}

/** The quota, that also counts what it was asked. */
export class CountedQuota extends Quota {
  readonly tally = Object.fromEntries(
    FAMILLES_QUOTA.map((famille) => [famille, { granted: 0, refused: 0, failed: 0, records: 0, returned: 0 }]),
  ) as Record<FamilleQuota, ReserveTally>;

  override async reserve(
    compteId: string,
    famille: FamilleQuota,
    nombre: number,
  ): Promise<Reservation | ReserveRefused> {
    const tally = this.tally[famille];
    try {
      const answer = await super.reserve(compteId, famille, nombre);
      tally[answer.accorde ? 'granted' : 'refused'] += 1;
      if (answer.accorde) tally.records += nombre;
      return answer;
    } catch (error) {
      tally.failed += 1;
      throw error;
    }
  }

  override async refund(reservation: Reservation, servis: number): Promise<QuotaState> {
    const state = await super.refund(reservation, servis);
    this.tally[reservation.famille].returned += reservation.nombre - servis;
    return state;
  }
}
