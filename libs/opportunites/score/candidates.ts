import { isWithoutSignal, type PreparedAnnonce, type PreparedProfil } from './prepared.js';

/** The profiles that a notice may match, found by what they ask instead of by asking each of them. */
export class ProfilIndex<K = string> {
  readonly #profils: ReadonlyMap<K, PreparedProfil>;
  readonly #byCpv = new Map<string, K[]>();
  /** By one word of each keyword: a notice without it does not hold the keyword. */
  readonly #byMot = new Map<string, K[]>();
  /** Of profiles that tell no trade. */
  readonly #byDepartement = new Map<string, K[]>();

  constructor(profils: ReadonlyMap<K, PreparedProfil>) {
    this.#profils = profils;
    for (const [key, profil] of profils) {
      for (const prefix of profil.cpv) add(this.#byCpv, prefix, key);
      for (const { mots } of profil.groupes) add(this.#byMot, rarest(mots), key);
      if (isWithoutSignal(profil)) for (const code of profil.departements) add(this.#byDepartement, code, key);
    }
  }

  get size(): number {
    return this.#profils.size;
  }

  /** Every profile that the notice matches, and few that it does not. */
  candidatesOf(annonce: PreparedAnnonce): Map<K, PreparedProfil> {
    const found = new Map<K, PreparedProfil>();
    const take = (keys: readonly K[] | undefined): void => {
      for (const key of keys ?? []) found.set(key, this.#profils.get(key) as PreparedProfil);
    };
    const { cpv } = annonce;
    if (cpv !== null)
      for (let digits = 2; digits <= cpv.length; digits += 1) take(this.#byCpv.get(cpv.slice(0, digits)));
    for (const mot of annonce.mots) take(this.#byMot.get(mot));
    for (const code of annonce.departements) take(this.#byDepartement.get(code));
    return found;
  }
}

function add<K>(index: Map<string, K[]>, term: string, key: K): void {
  const keys = index.get(term);
  if (keys === undefined) index.set(term, [key]);
  else keys.push(key);
}

/** The longest word of a keyword is the least likely to be met by chance. */
function rarest(mots: readonly string[]): string {
  return mots.reduce((longest, mot) => (mot.length > longest.length ? mot : longest));
}
