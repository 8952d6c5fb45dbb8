import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import { type Plan } from '#contract/vocabulary';

/** An account: what owns keys and one quota. */
@Entity({ schema: 'access', name: 'compte' })
export class Compte {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  nom!: string;

  @Column('text')
  email!: string;

  @Column('text')
  plan!: Plan;

  @CreateDateColumn({ name: 'cree_le', type: 'timestamptz' })
  creeLe!: Date;
}
