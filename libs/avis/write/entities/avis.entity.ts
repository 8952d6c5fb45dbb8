import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { AvisFacts } from '../../fold/facts.js';

/** One notice of one source. */
@Entity({ schema: 'write', name: 'avis' })
export class Avis {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  source!: string;

  /** Identifier of its initial publication. */
  @Column('text')
  racine!: string;

  /** Whether at some point of the archive it could be served: its id then lives for ever. */
  @Column('boolean')
  servable!: boolean;

  /** The notice that this one turned out to belong to. */
  @Column('uuid', { name: 'remplace_par', nullable: true })
  remplacePar!: string | null;

  /** Null while nothing of it can be served. */
  @Column('json', { nullable: true })
  facts!: AvisFacts | null;

  @Column('timestamptz', { name: 'folded_at', nullable: true })
  foldedAt!: Date | null;
}
