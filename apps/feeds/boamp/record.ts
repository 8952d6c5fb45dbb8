import { dayText } from '../calendar.js';
import { type Content } from '../eforms/element.js';
import { eformsDocument } from '../eforms/document.js';
import { winner } from '../facts/winners.js';
import { type Notice } from '../notice.js';
import { type PublishedDeadline, publishedDeadline, publishedDepartement, publishedText } from '../quirks.js';
import { classicData } from './classic.js';
import { fnSimpleData } from './fnsimple.js';
import { gestion } from './gestion.js';
import { etatOf, hasDeadline, natureOf } from './kinds.js';
import { FAMILLES, NATURES, PERIMETRES, PROCEDURES, typeProcedure } from './labels.js';
import { mapaData } from './mapa.js';

/** A record of the dataset `boamp` of Explore v2.1: 41 fields, in the order of the interface. */
export type BoampRecord = Readonly<Record<string, string | readonly string[] | null>>;

export function boampRecord(seed: number, notice: Notice): BoampRecord {
  const { procedure, identifiant, shape } = notice;
  const { subject } = procedure;
  const deadline = hasDeadline(notice) ? publishedDeadline(seed, notice) : null;
  const objet = publishedText(seed, notice, 'titre', procedure.objet);
  const nature = NATURES[natureOf(notice)];
  const type = typeProcedure(notice);
  const [code, libelle] = subject.descripteur;
  return {
    idweb: identifiant,
    id: identifiant.replace('-', '_'),
    contractfolderid: shape === 'EFORMS' ? procedure.uuid : null,
    objet,
    filename: identifiant,
    famille: FAMILLES[shape].code,
    code_departement: procedure.departements.map(publishedDepartement),
    code_departement_prestation: null,
    famille_libelle: FAMILLES[shape].libelle,
    dateparution: dayText(notice.day),
    datefindiffusion: dayText(deadline === null ? notice.day + 28 : Math.max(notice.limite.day, notice.day)),
    datelimitereponse: deadline?.flat ?? null,
    nomacheteur: procedure.buyer.nom,
    titulaire: notice.kind === 'attribution' ? [winner(seed, notice.key).nom] : null,
    perimetre: PERIMETRES[shape],
    type_procedure: type,
    soustype_procedure: null,
    procedure_libelle: type === null ? 'Procédure NC' : PROCEDURES[type],
    procedure_categorise: `${type ?? ''}/`,
    nature: natureOf(notice),
    sousnature: shape === 'EFORMS' ? 'STANDARD' : null,
    nature_libelle: nature.libelle,
    sousnature_libelle: natureOf(notice) === 'RECTIFICATIF' ? 'Rectificatif' : null,
    nature_categorise: `${nature.categorie}/standard`,
    nature_categorise_libelle: `${nature.libelle}/`,
    criteres: criteres(notice),
    marche_public_simplifie: null,
    marche_public_simplifie_label: null,
    etat: etatOf(notice),
    descripteur_code: [code],
    dc: [code],
    descripteur_libelle: [libelle],
    type_marche: [subject.type],
    type_marche_facette: [subject.type.charAt(0) + subject.type.slice(1).toLowerCase()],
    type_avis: notice.kind === 'attribution' ? ['10', '6'] : notice.kind === 'initial' ? ['5', '1'] : null,
    annonce_lie: notice.cited?.identifiant == null ? null : [notice.cited.identifiant],
    annonces_anterieures: null,
    source_schema: shape === 'CLASSIC' ? 'Boamp_v230.xsd' : '3.2.5',
    gestion: JSON.stringify(gestion(seed, notice, objet, deadline)),
    donnees: JSON.stringify(donnees(seed, notice, deadline)),
    url_avis: `https://www.boamp.fr/pages/avis/?q=idweb:${identifiant}`,
  };
}

function criteres(notice: Notice): string[] | null {
  const { social, environnement } = notice.procedure;
  const values = [...(social ? ['sociaux'] : []), ...(environnement ? ['environnementaux'] : [])];
  return values.length === 0 ? null : values;
}

function donnees(seed: number, notice: Notice, deadline: PublishedDeadline | null): { [name: string]: Content } {
  switch (notice.shape) {
    case 'EFORMS': {
      const document = eformsDocument(seed, notice);
      return { EFORMS: { [document.root]: document.content } };
    }
    case 'FNSimple':
      return { FNSimple: fnSimpleData(seed, notice, deadline) };
    case 'MAPA':
      return { MAPA: mapaData(seed, notice, deadline) };
    case 'CLASSIC':
      return classicData(seed, notice, deadline);
  }
}
