import { count, joined, paragraphs } from './words.js';

interface QuotaServi {
  limite: number;
  restant: number;
}

interface MoiServi {
  compte: { nom: string; plan: string };
  cle: { prefixe: string; usage: string; perimetres: string[] };
  quota: { general: QuotaServi; decp: QuotaServi; renouvellement: string };
  limites: { requetes_par_minute: number; requetes_simultanees: number };
}

/** Of `mon_compte`. */
export function moiText({ data }: { data: MoiServi }): string {
  const { compte, cle, quota, limites } = data;
  const left = ({ restant, limite }: QuotaServi) => `${count(restant)} sur ${count(limite)}`;
  return paragraphs(
    joined(`Compte ${compte.nom}, plan ${compte.plan}`, `clé ${cle.prefixe}…, usage ${cle.usage}`),
    `Périmètres : ${cle.perimetres.join(', ')}.`,
    `Reste aujourd’hui : ${left(quota.general)} enregistrements (avis, opportunités, prestataires, acheteurs), ${left(quota.decp)} (contrats, attributions). Renouvellement : ${quota.renouvellement}.`,
    `Limites : ${count(limites.requetes_par_minute)} requêtes par minute, ${limites.requetes_simultanees} à la fois.`,
  );
}
