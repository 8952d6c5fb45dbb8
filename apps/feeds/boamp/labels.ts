import { type Shape } from '../role.js';
import { type Notice } from '../notice.js';

/** The gazette's own codes and labels, as the real records spell them. */
export const FAMILLES: Record<Shape, { code: string; libelle: string }> = {
  EFORMS: { code: 'JOUE', libelle: 'Marchés européens' },
  FNSimple: { code: 'FNS', libelle: 'Marchés entre 90 k€ et seuils européens' },
  MAPA: { code: 'MAPA', libelle: 'Marchés <90 k€ (MAPA)' },
  CLASSIC: { code: 'FNS', libelle: 'Marchés entre 90 k€ et seuils européens' },
};

export const PERIMETRES: Record<Shape, string> = {
  EFORMS: 'DIRECTIVE-24',
  FNSimple: 'FNSimple',
  MAPA: 'MAPA',
  CLASSIC: 'CMP-2006',
};

export const NATURES = {
  APPEL_OFFRE: { libelle: 'Avis de marché', categorie: 'appeloffre' },
  ATTRIBUTION: { libelle: 'Résultat de marché', categorie: 'attribution' },
  RECTIFICATIF: { libelle: 'Rectificatif', categorie: 'rectificatif' },
  ANNULATION: { libelle: "Avis d'annulation", categorie: 'annulation' },
} as const;

export const PROCEDURES = {
  OUVERT: 'Procédure Ouverte',
  RESTREINT: 'Procédure Restreinte',
  NEGOCIE: 'Procédure Négociée',
  PROCEDURE_ADAPTE: 'Procédure Adaptée',
} as const;

/** Null for national corrections and cancellations, which the gazette labels « Procédure NC ». */
export function typeProcedure(notice: Notice): keyof typeof PROCEDURES | null {
  if (notice.shape !== 'EFORMS' && (notice.kind === 'correction' || notice.kind === 'cancellation')) return null;
  if (notice.shape === 'MAPA') return 'PROCEDURE_ADAPTE';
  if (notice.procedure.procedure === 'open') return 'OUVERT';
  return notice.procedure.procedure === 'restricted' ? 'RESTREINT' : 'NEGOCIE';
}
