import { calendarDate } from '#sources/values/date';
import { cpv } from '#sources/values/cpv';
import { siret } from '#sources/values/siret';
import type { Contrat } from '../contrat.js';
import type { ReadRecord } from '../declaration.js';
import type { Registre } from '../registres.js';
import { Anomalies } from './anomalies.js';
import { readConsiderations } from './considerations.js';
import { field, type Fields, isFields, isGiven, part } from './fields.js';
import { unflattened } from './flat-record.js';
import { readHolders, siretText } from './holders.js';
import { readLabel } from './labels.js';
import { readModifications } from './modifications.js';
import { readAmount, readBoolean, readMonths, readOffers } from './numbers.js';
import { contractNumber, named } from './number-of-contract.js';
import { readPlace } from './place.js';
import { readPriceForm } from './price.js';
import { shortLine } from './short-line.js';

/** The schema allows 1,000; longer ones exist. */
const OBJECT_MAX = 2000;
const NAME_MAX = 300;
const DETAIL_MAX = 200;

/**
 * What a record of a register says of one contract, whichever its format: 2019 or 2022, market or concession, JSON or
 * converted XML. Never throws: a record that names no contract is refused with its reason.
 * @param record of `recordsOf`; undefined is a record that could not be read.
 */
export function readRecord(registre: Registre, record: unknown): ReadRecord {
  if (record === undefined) return refusal('illisible', 'the text is neither JSON nor a well-formed element');
  if (!isFields(record)) return refusal('sans_champs', 'not an object');
  const fields = unflattened(record);
  const anomalies = new Anomalies();
  const buyer = buyerOf(fields, anomalies);
  if (buyer.identifier === '') return refusal('sans_acheteur', `number ${textOf(field(fields, 'id'))}`);
  const modifications = readModifications(part(fields, 'modifications'), anomalies);
  const number = contractNumber(field(fields, 'id'), modifications.length, buyer.nom === null ? 2022 : 2019);
  if (number === null) return refusal('sans_numero', `buyer ${buyer.identifier}`);
  const date_publication = readDay('date_publication', field(fields, 'datePublicationDonnees'), anomalies);
  return {
    ok: true,
    declaration: {
      registre,
      racine: `${buyer.identifier}${number.number}`,
      numero_modification: number.modification,
      initial: { ...readContract(fields, anomalies), acheteur: { siret: buyer.siret, nom: buyer.nom } },
      modifications,
      date_publication,
      anomalies: anomalies.list,
    },
  };
}

/** Concessions have their own names for the same things; of a field of both, that of markets is meant. */
function readContract(fields: Fields, anomalies: Anomalies): Omit<Contrat, 'acheteur'> {
  return {
    objet: shortLine(field(fields, 'objet'), OBJECT_MAX),
    titulaires: readHolders('titulaires', fields, anomalies),
    montant: readAmount('montant', field(fields, 'montant', 'valeurGlobale'), anomalies),
    cpv: anomalies.keep('cpv', cpv(anomalies.scalar('cpv', field(fields, 'codeCPV')))),
    nature: readLabel(field(fields, 'nature')),
    procedure: readLabel(field(fields, 'procedure')),
    date_notification: readDay('date_notification', field(fields, 'dateNotification', 'dateSignature'), anomalies),
    duree_mois: readMonths('duree_mois', field(fields, 'dureeMois'), anomalies),
    lieu_execution: readPlace(part(fields, 'lieuExecution'), anomalies),
    offres_recues: readOffers('offres_recues', field(fields, 'offresRecues'), anomalies),
    forme_prix: readPriceForm(fields),
    sous_traitance_declaree: subcontracting(fields, anomalies),
    considerations: readConsiderations(fields),
    marche_innovant: readBoolean('marche_innovant', field(fields, 'marcheInnovant'), anomalies),
  };
}

/** Acts of subcontracting say it too, and nothing else: their amounts are not the contract's. */
function subcontracting(fields: Fields, anomalies: Anomalies): boolean | null {
  const declared = readBoolean('sous_traitance_declaree', field(fields, 'sousTraitanceDeclaree'), anomalies);
  const acts = [part(fields, 'actesSousTraitance'), part(fields, 'modificationsActesSousTraitance')];
  return acts.some((act) => typeof act === 'object' && isGiven(act)) ? true : declared;
}

interface Buyer {
  /** In the spelling of a uid; empty when there is none. */
  identifier: string;
  siret: string | null;
  nom: string | null;
}

function buyerOf(fields: Fields, anomalies: Anomalies): Buyer {
  const raw = part(fields, 'acheteur', 'autoriteConcedante');
  const buyer: Fields = isFields(raw) ? raw : { id: raw };
  const id = anomalies.scalar('acheteur.siret', field(buyer, 'id'));
  const nom = shortLine(field(buyer, 'nom'), NAME_MAX);
  if (id === null) return { identifier: '', siret: null, nom };
  const valid = anomalies.keep('acheteur.siret', siret(siretText(id)));
  return { identifier: valid ?? named(String(id)), siret: valid, nom };
}

function readDay(champ: string, raw: unknown, anomalies: Anomalies): string | null {
  return anomalies.keep(champ, calendarDate(anomalies.scalar(champ, raw)));
}

function textOf(raw: unknown): string {
  return shortLine(raw, DETAIL_MAX) ?? 'none';
}

function refusal(reason: string, detail: string): ReadRecord {
  return { ok: false, reason, detail: detail.slice(0, DETAIL_MAX) };
}
