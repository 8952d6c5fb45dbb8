import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { Publication, PublicationKind } from '#sources/publication';

/** One normalised publication: the latest document of its identifier. */
@Entity({ schema: 'write', name: 'publication' })
export class StoredPublication {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' })
  id!: string;

  @Column('bigint', { name: 'document_id' })
  documentId!: string;

  @Column('text')
  source!: string;

  @Column('text')
  identifiant!: string;

  @Column('text', { array: true })
  aliases!: string[];

  @Column('text')
  kind!: PublicationKind;

  @Column('boolean')
  whole!: boolean;

  @Column('date', { name: 'date_publication', nullable: true })
  datePublication!: string | null;

  @Column('text', { array: true })
  cites!: string[];

  /** The notice it belongs to: that of the root of its chain. */
  @Column('uuid', { name: 'avis_id', nullable: true })
  avisId!: string | null;

  @Column('json')
  body!: Publication;
}
