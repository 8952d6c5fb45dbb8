import { CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import { type Cible } from '../switches/cibles.js';

/** The whole API or one resource, cut by the operator while this row exists. */
@Entity({ schema: 'access', name: 'coupure' })
export class Coupure {
  @PrimaryColumn('text')
  cible!: Cible;

  @CreateDateColumn({ name: 'coupee_le', type: 'timestamptz' })
  coupeeLe!: Date;
}
