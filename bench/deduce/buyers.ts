import { DEPARTEMENTS } from '#contract/departements';
import { siretOf } from '#acheteurs/testing/sirets';

/** A buyer that exists nowhere, and how its notices spell it. */
export interface Buyer {
  siret: string;
  departement: string;
  noms: string[];
}

const SYLLABLES =
  'mon,val,cham,bour,ri,vel,dau,fon,cour,mar,gen,lan,ro,ber,til,sau,ver,nay,pré,ché,bois,fer,lau,san,cas,tel,mi,ra,gou,pey,ter,nol'.split(
    ',',
  );
/** Bodies and how often their names are seen: two thirds of the buyers are communes. */
const KINDS: readonly (readonly ((town: string) => string)[])[] = [
  ...Array.from({ length: 8 }, () => [
    (town: string) => `Commune de ${town}`,
    (town: string) => `Mairie de ${town}`,
    (town: string) => `VILLE DE ${town.toUpperCase()}`,
    (town: string) => town,
  ]),
  [(town) => `Communauté de communes du Pays de ${town}`, (town) => `CC ${town}`],
  [(town) => `Centre hospitalier de ${town}`, (town) => `CH ${town.toUpperCase()}`],
  [(town) => `CCAS de ${town}`],
  [(town) => `Syndicat intercommunal des eaux de ${town}`, (town) => `SIE ${town}`],
];

/** @param count how many; one town name in three is that of towns of other departments too. */
export function buyers(count: number): Buyer[] {
  return Array.from({ length: count }, (_, n) => {
    const spellings = KINDS[n % KINDS.length] ?? [];
    const town = townName(n % 3 === 0 ? n % 3_000 : n);
    return {
      siret: siretOf(20_000_000 + n * 7),
      departement: DEPARTEMENTS[(n * 31) % 96]?.code ?? '75',
      noms: spellings.map((spell) => spell(town)),
    };
  });
}

function townName(n: number): string {
  const syllable = (place: number) => SYLLABLES[Math.floor(n / SYLLABLES.length ** place) % SYLLABLES.length] ?? '';
  const word = syllable(0) + syllable(1) + syllable(2) + (n >= SYLLABLES.length ** 3 ? syllable(3) : '');
  const name = word.charAt(0).toUpperCase() + word.slice(1);
  return n % 4 === 0 ? `Saint-${name}` : n % 4 === 1 ? `${name}-sur-Orbe` : name;
}
