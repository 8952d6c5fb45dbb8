import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity({ schema: 'ordinaire', name: 'avis' })
export class Avis {
  @PrimaryColumn('uuid') id!: string;
  @Column('timestamptz') version!: Date;
  @Column('text') statut!: string;
  @Column('text') source!: string;
  @Column('text') licence!: string;
  @Column('text') mention!: string;
  @Column('text', { nullable: true }) lien_source!: string | null;
  @Column('text', { nullable: true }) titre!: string | null;
  @Column('text', { nullable: true }) cpv!: string | null;
  @Column('text', { nullable: true }) type_marche!: string | null;
  @Column('text', { nullable: true }) procedure!: string | null;
  @Column('text', { nullable: true }) description!: string | null;
  @Column('double precision', { nullable: true }) budget!: number | null;
  @Column('integer', { nullable: true }) nb_lots!: number | null;
  @Column('timestamptz', { nullable: true }) date_limite!: Date | null;
  @Column('date', { nullable: true }) date_publication!: string | null;
  @Column('integer') completude!: number;
  @Column('integer') completude_version!: number;
  @Column('jsonb') acheteur!: object;
  @Column('jsonb') champs_manquants!: string[];
  @Column('jsonb') publie_aussi_sur!: object[];
  @Column('jsonb') origines!: object;
  @Column('jsonb', { nullable: true }) liens!: object | null;
}
