import { Foundation1795000000000 } from './1795000000000-foundation.js';
import { PublishAvis1795000050000 } from './1795000050000-publish-avis.js';
import { ReadIndexes1795000075000 } from './1795000075000-read-indexes.js';
import { Access1795000100000 } from './1795000100000-access.js';
import { Collection1795000210000 } from './1795000210000-collection.js';
import { Disparition1795000220000 } from './1795000220000-disparition.js';
import { Clusters1795000230000 } from './1795000230000-clusters.js';
import { Acheteur1795000240000 } from './1795000240000-acheteur.js';
import { Contrats1795000250000 } from './1795000250000-contrats.js';
import { ReadContrats1795000260000 } from './1795000260000-read-contrats.js';
import { ReadContratsIndexes1795000270000 } from './1795000270000-read-contrats-indexes.js';
import { Attributions1795000280000 } from './1795000280000-attributions.js';
import { Sirene1795000290000 } from './1795000290000-sirene.js';
import { Opportunites1795000300000 } from './1795000300000-opportunites.js';
import { Verdicts1795000310000 } from './1795000310000-verdicts.js';
import { Restauration1795000400000 } from './1795000400000-restauration.js';
import { RareValues1795000405000 } from './1795000405000-rare-values.js';
import { OuvertByVersion1795000410000 } from './1795000410000-ouvert-by-version.js';
import { AttributionsTotal1795000420000 } from './1795000420000-attributions-total.js';
import { TimedJob1795000430000 } from './1795000430000-timed-job.js';
import { SchemaNames1795000450000 } from './1795000450000-schema-names.js';
import { ReserveQuotas1795000460000 } from './1795000460000-reserve-quotas.js';
import { AvisCounts1795000470000 } from './1795000470000-avis-counts.js';
import { WordsWithFilters1795000490000 } from './1795000490000-words-with-filters.js';
import { FiltersInIndexes1795000500000 } from './1795000500000-filters-in-indexes.js';
import { CpvAndYearsWithWords1795000510000 } from './1795000510000-cpv-and-years-with-words.js';
import { AvisByDepartement1795000520000 } from './1795000520000-avis-by-departement.js';
import { AvisByDivisionAndSource1795000530000 } from './1795000530000-avis-by-division-and-source.js';
import { PrestatairesInOrder1795000540000 } from './1795000540000-prestataires-in-order.js';
import { DepartementsAtOnce1795000550000 } from './1795000550000-departements-at-once.js';
import { AttributionsByDepartement1795000560000 } from './1795000560000-attributions-by-departement.js';

/** Every migration, oldest first. */
export const MIGRATIONS = [
  Foundation1795000000000,
  PublishAvis1795000050000,
  ReadIndexes1795000075000,
  Access1795000100000,
  Collection1795000210000,
  Disparition1795000220000,
  Clusters1795000230000,
  Acheteur1795000240000,
  Contrats1795000250000,
  ReadContrats1795000260000,
  ReadContratsIndexes1795000270000,
  Attributions1795000280000,
  Sirene1795000290000,
  Opportunites1795000300000,
  Verdicts1795000310000,
  Restauration1795000400000,
  RareValues1795000405000,
  OuvertByVersion1795000410000,
  AttributionsTotal1795000420000,
  TimedJob1795000430000,
  SchemaNames1795000450000,
  ReserveQuotas1795000460000,
  AvisCounts1795000470000,
  WordsWithFilters1795000490000,
  FiltersInIndexes1795000500000,
  CpvAndYearsWithWords1795000510000,
  AvisByDepartement1795000520000,
  AvisByDivisionAndSource1795000530000,
  PrestatairesInOrder1795000540000,
  DepartementsAtOnce1795000550000,
  AttributionsByDepartement1795000560000,
];
