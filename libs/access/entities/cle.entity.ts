import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import { type Perimetre, type UsageCle } from '#contract/vocabulary';

/** An API key as it is kept: its hash, never itself. */
@Entity({ schema: 'access', name: 'cle' })
export class Cle {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'compte_id' })
  compteId!: string;

  /** First characters of the key, by which people recognise it. */
  @Column('text')
  prefixe!: string;

  /** SHA-256 of the key; read only when asked for. */
  @Column('bytea', { select: false })
  hash!: Buffer;

  @Column('text')
  usage!: UsageCle;

  @Column('text', { array: true })
  perimetres!: Perimetre[];

  @CreateDateColumn({ name: 'creee_le', type: 'timestamptz' })
  creeeLe!: Date;

  @Column('timestamptz', { name: 'expire_le', nullable: true })
  expireLe!: Date | null;

  @Column('timestamptz', { name: 'revoquee_le', nullable: true })
  revoqueeLe!: Date | null;

  /** The key that a rotation put in its place. */
  @Column('uuid', { name: 'remplacee_par', nullable: true })
  remplaceePar!: string | null;
}
