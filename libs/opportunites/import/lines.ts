import { plainToInstance } from 'class-transformer';
import { IsDefined, IsIn, IsISO8601, IsOptional, Matches } from 'class-validator';
import { STATUTS_UTILISATEUR, type StatutUtilisateur } from '#contract/vocabulary';
import type { Profil } from '../profil.js';
import { readProfil } from '../read-profil.js';
import { faultsOf, type Read } from '../read-value.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const RFC_3339 = /^[12]\d{3}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-](0\d|1[0-4]):[0-5]\d)$/;

const COMPTE = { message: 'use the id of an account (ops compte lister), a UUID' };
const AVIS = { message: 'use the id of a notice, a UUID' };
const STATUT = { message: `use one of ${STATUTS_UTILISATEUR.join(', ')}` };
const INSTANT = { message: 'use an instant like 2026-11-21T09:30:00Z, or null' };

class ProfilLineInput {
  @Matches(UUID, COMPTE)
  compte_id!: string;

  /** Read by itself; here only that it is given. */
  @IsDefined({ message: 'use an object, or null to delete the profile' })
  profil!: object;
}

class StatutLineInput {
  @Matches(UUID, COMPTE)
  compte_id!: string;

  @Matches(UUID, AVIS)
  avis_id!: string;

  @IsIn([...STATUTS_UTILISATEUR], STATUT)
  statut!: StatutUtilisateur;

  @IsOptional()
  @Matches(RFC_3339, INSTANT)
  @IsISO8601({ strict: true }, INSTANT)
  vu_le?: string | null;
}

/** `profil` null: the account has none any more. */
export interface ProfilLine {
  compte_id: string;
  profil: Profil | null;
}

export interface StatutLine {
  compte_id: string;
  avis_id: string;
  statut: StatutUtilisateur;
  vu_le: string | null;
}

export function readProfilLine(line: Record<string, unknown>): Read<ProfilLine> {
  const { profil } = line;
  // A null is given, too: « defined » is not what it says of it.
  const faults = faultsOf(plainToInstance(ProfilLineInput, { ...line, profil: profil === null ? {} : profil }));
  const read: Read<Profil | null> =
    profil === null ? { ok: true, value: null } : profil === undefined ? { ok: false, faults: [] } : readProfil(profil);
  if (!read.ok) faults.push(...read.faults.map((fault) => (fault.startsWith('profil:') ? fault : `profil.${fault}`)));
  if (faults.length > 0 || !read.ok) return { ok: false, faults };
  return { ok: true, value: { compte_id: String(line['compte_id']).toLowerCase(), profil: read.value } };
}

export function readStatutLine(line: Record<string, unknown>): Read<StatutLine> {
  const input = plainToInstance(StatutLineInput, line);
  const faults = faultsOf(input);
  if (faults.length > 0) return { ok: false, faults };
  const { compte_id, avis_id, statut, vu_le = null } = input;
  return { ok: true, value: { compte_id: compte_id.toLowerCase(), avis_id: avis_id.toLowerCase(), statut, vu_le } };
}
