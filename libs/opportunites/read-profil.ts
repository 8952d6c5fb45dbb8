import { plainToInstance } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsIn,
  IsInt,
  IsNumber,
  IsOptional,
  Matches,
  Max,
  Min,
  ValidateBy,
} from 'class-validator';
import { isCodeDepartement } from '#contract/departements';
import { TYPES_MARCHE, type TypeMarche } from '#contract/vocabulary';
import { faultsOf, isRecord, type Read } from './read-value.js';
import type { Profil } from './profil.js';
import { motsDe } from './words.js';

const CODES_MAX = 200;
const MOTS_CLES_MAX = 100;
const MOT_CLE_MAX = 100;
const PROCEDURES_MAX = 50;
const PROCEDURE_MAX = 200;
/** Half-way round the earth. */
const RAYON_MAX = 20_000;
/** read.avis.budget is numeric(17, 2). */
const EUROS_MAX = 1e15;

/** Control characters and halves of characters: PostgreSQL refuses some of them. */
const UNSTORABLE = /[\p{Cc}\p{Cs}]/u;

/** What is wrong with a property, in the words of its first decorator that refuses it. */
function list(max: number, each: string) {
  return { message: `use a list of at most ${String(max)} ${each}` };
}

const CPV = list(CODES_MAX, 'CPV prefixes, each a text of 2 to 8 digits');
const MOTS_CLES = list(
  MOTS_CLES_MAX,
  `keywords, each a text of at most ${String(MOT_CLE_MAX)} characters with a word that tells something`,
);
const DEPARTEMENTS = list(CODES_MAX, 'department codes (01 to 95 without 20, 2A, 2B, 971 to 978, 986 to 988)');
const TYPES = list(TYPES_MARCHE.length, `of ${TYPES_MARCHE.join(', ')}`);
const PROCEDURES = list(
  PROCEDURES_MAX,
  `labels of procedures, each a text of 1 to ${String(PROCEDURE_MAX)} characters`,
);
const RAYON = { message: `use whole kilometres from 0 to ${String(RAYON_MAX)}` };
const EUROS = { message: 'use euros from 0 on, or null' };

/** A profile as it is written: every field may be left out. */
class ProfilInput implements Partial<Profil> {
  @IsOptional()
  @IsArray(CPV)
  @ArrayMaxSize(CODES_MAX, CPV)
  @Matches(/^\d{2,8}$/, { each: true, ...CPV })
  cpv?: string[];

  @IsOptional()
  @IsArray(MOTS_CLES)
  @ArrayMaxSize(MOTS_CLES_MAX, MOTS_CLES)
  @ValidateBy({ name: 'mots_cles', validator: { validate: everyText(isKeyword) } }, MOTS_CLES)
  mots_cles?: string[];

  @IsOptional()
  @IsArray(DEPARTEMENTS)
  @ArrayMaxSize(CODES_MAX, DEPARTEMENTS)
  @ValidateBy({ name: 'departements', validator: { validate: everyText(isCodeDepartement) } }, DEPARTEMENTS)
  departements?: string[];

  @IsOptional()
  @IsInt(RAYON)
  @Min(0, RAYON)
  @Max(RAYON_MAX, RAYON)
  rayon_km?: number;

  @IsOptional()
  @IsNumber({}, EUROS)
  @Min(0, EUROS)
  @Max(EUROS_MAX, EUROS)
  budget_min?: number | null;

  @IsOptional()
  @IsNumber({}, EUROS)
  @Min(0, EUROS)
  @Max(EUROS_MAX, EUROS)
  budget_max?: number | null;

  @IsOptional()
  @IsArray(TYPES)
  @IsIn([...TYPES_MARCHE], { each: true, ...TYPES })
  types_marche?: TypeMarche[];

  @IsOptional()
  @IsArray(PROCEDURES)
  @ArrayMaxSize(PROCEDURES_MAX, PROCEDURES)
  @ValidateBy({ name: 'procedures', validator: { validate: everyText(isLabel) } }, PROCEDURES)
  procedures?: string[];
}

/** A profile from what somebody wrote; what is left out is empty. Never throws: says all that is wrong. */
export function readProfil(value: unknown): Read<Profil> {
  if (!isRecord(value)) return { ok: false, faults: ['profil: use an object'] };
  const input = plainToInstance(ProfilInput, value);
  const faults = faultsOf(input);
  if (faults.length > 0) return { ok: false, faults };
  const { budget_min: min = null, budget_max: max = null } = input;
  if (min !== null && max !== null && min > max) {
    return { ok: false, faults: ['budget_min: use at most budget_max'] };
  }
  const profil: Profil = {
    cpv: input.cpv ?? [],
    mots_cles: input.mots_cles ?? [],
    departements: input.departements ?? [],
    rayon_km: input.rayon_km ?? 0,
    budget_min: min,
    budget_max: max,
    types_marche: input.types_marche ?? [],
    procedures: input.procedures ?? [],
  };
  return { ok: true, value: profil };
}

function everyText(test: (text: string) => boolean): (list: unknown) => boolean {
  return (values) =>
    Array.isArray(values) &&
    values.every((value) => typeof value === 'string' && !UNSTORABLE.test(value) && test(value));
}

/** One without a word that tells something would be found in every notice or in none. */
function isKeyword(text: string): boolean {
  return text.length <= MOT_CLE_MAX && motsDe(text).length > 0;
}

function isLabel(text: string): boolean {
  return text.trim() !== '' && text.length <= PROCEDURE_MAX;
}
