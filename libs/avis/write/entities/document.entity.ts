import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** One state of a raw document of the archive; the same bytes twice in a row are one. Never updated. */
@Entity({ schema: 'write', name: 'document' })
export class ArchivedDocument {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' })
  id!: string;

  @Column('text')
  source!: string;

  @Column('text')
  identifiant!: string;

  @Column('text')
  format!: string;

  /** SHA-256 of the raw body. */
  @Column('bytea')
  hash!: Buffer;

  @Column('text')
  url!: string;

  /** Gzip of the raw body. */
  @Column('bytea')
  body!: Buffer;

  @Column('timestamptz', { name: 'collected_at', default: () => 'clock_timestamp()' })
  collectedAt!: Date;
}
