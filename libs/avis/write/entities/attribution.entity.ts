import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Publication } from '#sources/publication';

/** An award notice. */
@Entity({ schema: 'write', name: 'attribution' })
export class Attribution {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  source!: string;

  @Column('text')
  identifiant!: string;

  /** The notice that it awards, when it cites one. */
  @Column('uuid', { name: 'avis_id', nullable: true })
  avisId!: string | null;

  @Column('json')
  facts!: Pick<Publication, 'content' | 'date_publication' | 'keys' | 'lots_concernes'>;
}
