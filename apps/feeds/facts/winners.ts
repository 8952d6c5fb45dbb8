import { Draws } from '../draws.js';
import { withCheckDigit } from './buyers.js';

const NAMES = [
  'Bâti Ouest',
  'Sogeprest',
  'Entreprise Lemoal',
  'Alpes Services',
  'Verdi Paysage',
  'Numéria',
  'Groupe Tavel',
];

/** The company that an award names; no SIRET in three of ten. */
export function winner(seed: number, noticeKey: string): { nom: string; siret: string | null } {
  const draws = new Draws(seed, `titulaire.${noticeKey}`);
  const nom = draws.pick(NAMES);
  const siren = withCheckDigit(`9${draws.between(1_000_000, 9_999_999)}`);
  return { nom, siret: draws.chance(0.7) ? withCheckDigit(`${siren}0001`) : null };
}
