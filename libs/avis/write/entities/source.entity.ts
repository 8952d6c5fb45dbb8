import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Position } from '#sources/adapter';

/** State of collection of a source. */
@Entity({ schema: 'write', name: 'source' })
export class SourceState {
  @PrimaryColumn('text')
  code!: string;

  @Column('boolean', { default: false })
  coupee!: boolean;

  /** Where its collection stands; understood by its adapter only. */
  @Column('jsonb', { nullable: true })
  position!: Position | null;

  @Column('timestamptz', { name: 'position_at', nullable: true })
  positionAt!: Date | null;

  /** YYYY-MM-DD. */
  @Column('date', { name: 'derniere_publication', nullable: true })
  dernierePublication!: string | null;
}
