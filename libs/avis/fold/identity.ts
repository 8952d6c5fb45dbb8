import { v5 } from 'uuid';

/** Fixed for ever: every served id derives from it (docs/decisions/0003-identity-of-an-avis.md). */
const NAMESPACE = '6f0b7f0e-5d2c-4c53-9a53-0d8c7a1e9b42';

/** Id of the notice whose initial publication has this identifier in its source. */
export function avisId(source: string, racine: string): string {
  return v5(`avis/${source}/${racine}`, NAMESPACE);
}

/** Id of an award notice. */
export function attributionId(source: string, identifiant: string): string {
  return v5(`attribution/${source}/${identifiant}`, NAMESPACE);
}
