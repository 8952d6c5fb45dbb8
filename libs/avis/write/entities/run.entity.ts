import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { CollectFault, Position } from '#sources/adapter';

/** Report of one collection run; `outcome` is null while it runs. */
@Entity({ schema: 'write', name: 'run' })
export class Run {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' })
  id!: string;

  @Column('text')
  source!: string;

  @Column('text', { name: 'job_id', nullable: true })
  jobId!: string | null;

  @Column('timestamptz', { name: 'started_at', default: () => 'clock_timestamp()' })
  startedAt!: Date;

  @Column('timestamptz', { name: 'ended_at', nullable: true })
  endedAt!: Date | null;

  @Column('text', { nullable: true })
  outcome!: 'succeeded' | 'failed' | 'interrupted' | null;

  @Column('text', { nullable: true })
  reason!: string | null;

  @Column('integer', { default: 0 })
  seen!: number;

  @Column('integer', { default: 0 })
  added!: number;

  @Column('integer', { default: 0 })
  changed!: number;

  @Column('jsonb', { default: [] })
  faults!: CollectFault[];

  @Column('bigint', { default: 0 })
  bytes!: string;

  @Column('text', { nullable: true })
  adresse!: string | null;

  @Column('real', { nullable: true })
  progress!: number | null;

  @Column('jsonb', { nullable: true })
  reached!: Position | null;

  @Column('bigint', { name: 'first_document', nullable: true })
  firstDocument!: string | null;

  @Column('bigint', { name: 'last_document', nullable: true })
  lastDocument!: string | null;
}
