import { Expose, Type } from 'class-transformer';

class AcheteurDto {
  @Expose() nom!: string | null;
  @Expose() siret!: string | null;
  @Expose() departement!: string | null;
}

class PublicationDto {
  @Expose() source!: string;
  @Expose() nom!: string;
  @Expose() lien!: string | null;
  @Expose() date_publication!: string | null;
}

class LiensDto {
  @Expose() acheteur!: string | null;
}

export class AvisDto {
  @Expose() id!: string;
  @Expose() source!: string;
  @Expose() licence!: string;
  @Expose() mention!: string;
  @Expose() lien_source!: string | null;
  @Expose() statut!: string;
  @Expose() titre!: string | null;
  @Expose() budget!: number | null;
  @Expose() cpv!: string | null;
  @Expose() date_limite!: Date | null;
  @Expose() date_publication!: string | null;
  @Expose() type_marche!: string | null;
  @Expose() procedure!: string | null;
  @Expose() description!: string | null;
  @Expose() @Type(() => AcheteurDto) acheteur!: AcheteurDto;
  @Expose() nb_lots!: number | null;
  @Expose() completude!: number;
  @Expose() completude_version!: number;
  @Expose() champs_manquants!: string[];
  @Expose() @Type(() => PublicationDto) publie_aussi_sur!: PublicationDto[];
  @Expose() @Type(() => Object) origines!: object;
  @Expose() @Type(() => LiensDto) liens!: LiensDto | null;
  @Expose() version!: Date;
}
