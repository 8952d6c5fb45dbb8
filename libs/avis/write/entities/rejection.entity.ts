import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { RejectionReason } from '#sources/publication';

/** A document that did not become a publication, and why. */
@Entity({ schema: 'write', name: 'rejection' })
export class RejectedDocument {
  @PrimaryColumn('bigint', { name: 'document_id' })
  documentId!: string;

  @Column('text')
  source!: string;

  @Column('text')
  reason!: RejectionReason;

  @Column('text')
  detail!: string;

  @Column('text', { nullable: true })
  identifiant!: string | null;

  @Column('timestamptz', { name: 'rejected_at', default: () => 'clock_timestamp()' })
  rejectedAt!: Date;
}
