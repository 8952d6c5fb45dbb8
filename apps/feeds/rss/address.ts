import { type Item, type ListingSource } from '../listing/item.js';

type Numbered = Pick<Item, 'source' | 'numero'>;

const LETTERS = 'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const CSL_LENGTH = 10n;
/** Without a factor in common with the number of letters, so that different numbers give different ids. */
const SCATTER = 19_260_817_314_157n;

/** The address of a notice on its platform, as the platform's own feed links it. */
const PAGES: Partial<Record<ListingSource, (numero: number) => string>> = {
  aws: (numero) => `https://www.marches-publics.info/Annonces/MPI-pub-${numero}.htm`,
  achatpublic: (numero) => `https://www.achatpublic.com/sdm/ent2/gen/ficheCsl.action?PCSLID=${csl(numero)}`,
  marches_securises: (numero) => `https://www.marches-securises.fr/entreprise/?module=consultation|${numero}`,
  e_marchespublics: (numero) => `https://www.e-marchespublics.com/pack/annonce_marche_public_${numero}.html`,
  xmarches: (numero) => `https://www.xmarches.fr/entreprise/detailConsultation.php?key=${numero}`,
};

/** As notices of the gazettes cite the same consultation, where that is another page of the platform. */
const CITED: typeof PAGES = {
  aws: (numero) => `https://www.marches-publics.info/mpiaws/index.cfm?fuseaction=dematEnt.login&type=DCE&IDM=${numero}`,
  achatpublic: (numero) => `https://www.achatpublic.com/sdm/ent/gen/ent_detail.do?PCSLID=${csl(numero)}`,
};

/** Only for the five sources of this format. */
export function pageOf({ source, numero }: Numbered): string {
  const page = PAGES[source];
  if (page === undefined) throw new Error(`${source} has no RSS feed`);
  return page(numero);
}

/** The address of the consultation as a notice published elsewhere gives it. */
export function citedAddressOf(item: Numbered): string {
  return CITED[item.source]?.(item.numero) ?? pageOf(item);
}

/** What the adapter takes as the notice's identifier. */
export function identifiantOf({ source, numero }: Numbered): string {
  if (source === 'aws') return `MPI-pub-${numero}`;
  return source === 'achatpublic' ? csl(numero) : String(numero);
}

/** Ten letters and figures that look drawn, one spelling a number. */
function csl(numero: number): string {
  const base = BigInt(LETTERS.length);
  let rest = (BigInt(numero) * SCATTER) % base ** CSL_LENGTH;
  let letters = '';
  for (let place = 0n; place < CSL_LENGTH; place++) {
    letters += LETTERS.charAt(Number(rest % base));
    rest /= base;
  }
  return `CSL_2026_${letters}`;
}
