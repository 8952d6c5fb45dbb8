import { Column, Entity, PrimaryColumn } from 'typeorm';
import { type FamilleQuota } from '#contract/vocabulary';

/** Daily limit that the operator set for an account, in records; no row means the default of the contract. */
@Entity({ schema: 'access', name: 'quota_limite' })
export class QuotaLimite {
  @PrimaryColumn('uuid', { name: 'compte_id' })
  compteId!: string;

  @PrimaryColumn('text')
  famille!: FamilleQuota;

  @Column('integer')
  limite!: number;
}
