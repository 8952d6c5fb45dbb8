import type { MatchNotice } from './notice.js';

/** What is longer than any real one is cut, so that no notice costs more to compare than another. Characters, items. */
const LONGEST_TITLE = 1000;
const LONGEST_NAME = 500;
const LONGEST_KEY = 200;
const MOST_KEYS = 50;
const MOST_DEADLINES = 50;
/** All that there are. */
const MOST_PLACES = 150;

/** The same notice with no text and no list longer than these. */
export function bounded(notice: MatchNotice): MatchNotice {
  const { keys, acheteur } = notice;
  return {
    ...notice,
    identifiants: list(notice.identifiants),
    titre: notice.titre?.slice(0, LONGEST_TITLE) ?? null,
    acheteur: { ...acheteur, nom: acheteur.nom?.slice(0, LONGEST_NAME) ?? null },
    dates_limites: notice.dates_limites.slice(0, MOST_DEADLINES),
    departements: notice.departements.slice(0, MOST_PLACES),
    keys: {
      procedure_uuid: only(keys.procedure_uuid),
      joue: list(keys.joue),
      boamp: list(keys.boamp),
      consultations: list(keys.consultations),
      reference_acheteur: only(keys.reference_acheteur),
    },
  };
}

function only(key: string | null): string | null {
  return key !== null && isKey(key) ? key : null;
}

function list(keys: readonly string[]): string[] {
  return keys.filter(isKey).slice(0, MOST_KEYS);
}

/** An empty key, or one that is cut, would equal others that are not the same: it is left out. */
function isKey(key: string): boolean {
  return key !== '' && key.length <= LONGEST_KEY;
}
