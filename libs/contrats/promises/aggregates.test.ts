import fc from 'fast-check';
import { DateTime } from 'luxon';
import { drawSeed } from '#access/testing/seed';
import type { Contrat, Titulaire } from '../contrat.js';
import { executedIn, titulaire, unContrat } from '../testing/contrats.js';
import { type ContratsWorld, createContratsWorld, SITE_URL } from '../testing/contrats-world.js';
import { type Expected, type Facts, recount } from '../testing/recount.js';
import { queueRecordsDue, recalculateBatch } from '../write/recalculate.js';
import { forgetRevendication, revendiquer } from '../write/revendications.js';

/**
 * After any sequence of additions, modifications, removals, changes of companies, disclosures turned off and on and days
 * that pass, what was recalculated bit by bit is what a recount from nothing gives.
 */
const RUNS = 30;
const LONGEST = 25;
/** On a machine that is this slow, what was tried until then is enough; a failure is told as far as it was made small. */
const LONG_MS = 90_000;
const START = '2026-02-27';

const SIRENS = ['111111118', '222222226', '333333334', '444444442'];
const SIRETS = SIRENS.flatMap((siren) => [`${siren}00010`, `${siren}00028`]);
/** The last is the establishment of a company that also sells. */
const BUYERS = ['555555556', '666666664', '444444442'].map((siren) => `${siren}00010`);

const day = fc
  .tuple(
    fc.integer({ min: 2024, max: 2026 }),
    fc.integer({ min: 1, max: 12 }),
    fc.constantFrom(1, 14, 27, 28, 29, 30, 31),
  )
  .map(([year, month, date]) => new Date(Date.UTC(year, month - 1, date)).toISOString().slice(0, 10));
const orNull = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { freq: 4 });
const holder = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(fc.constantFrom(...SIRETS), orNull(fc.constantFrom('Ets Dupré', 'Cœur & Fils'))) },
  { weight: 1, arbitrary: fc.tuple(fc.constantFrom(...SIRENS), orNull(fc.constant('Siren seul'))) },
);
const titulaires = fc.array(
  holder.map(([numero, nom]) => titulaire(numero, nom)),
  { maxLength: 3 },
);
const contrat: fc.Arbitrary<Contrat> = fc
  .record({
    objet: fc.constantFrom('Voirie', 'Travaux d’été', 'Espaces verts'),
    acheteur: fc.record({
      siret: orNull(fc.constantFrom(...BUYERS)),
      nom: orNull(fc.constantFrom('Mairie', 'Région')),
    }),
    titulaires,
    montant: orNull(fc.integer({ min: 200, max: 99_999_999 }).map((cents) => cents / 100)),
    cpv: orNull(fc.constantFrom('45000000', '45233140', '77310000')),
    date_notification: orNull(day),
    duree_mois: orNull(fc.constantFrom(1, 12, 15, 19, 31, 42)),
    lieu_execution: orNull(fc.constantFrom('75', '2A', '974').map(executedIn)),
  })
  .map(unContrat);

type Change =
  | { do: 'store'; uid: string; contrat: Contrat }
  | { do: 'hold'; uid: string; titulaires: Titulaire[] }
  | { do: 'remove'; uid: string }
  | {
      do: 'unite';
      siren: string;
      nom: string | null;
      categorie: string | null;
      siege: string | null;
      diffusible: boolean;
    }
  | { do: 'etablissement'; siret: string; departement: string | null; actif: boolean; diffusible: boolean }
  | { do: 'inscrit'; siret: string; nom: string | null; departement: string | null }
  | { do: 'revendiquer' | 'oublier'; siren: string }
  | { do: 'wait'; days: number }
  | { do: 'reach'; pick: number; fromEnd: boolean; months: number; days: number };

const uid = fc.integer({ min: 1, max: 6 }).map((n) => `C${n}`);
const diffusible = fc.boolean();
const reach = fc.constant('reach' as const);
const pick = fc.nat(5);
const days = fc.constantFrom(-1, 0, 1);
const change: fc.Arbitrary<Change> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant('store'), uid, contrat }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('hold'), uid, titulaires }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('remove'), uid }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('unite'),
      siren: fc.constantFrom(...SIRENS, '555555556'),
      nom: orNull(fc.constantFrom('DUPRÉ TRAVAUX', 'Société Générale d’Été')),
      categorie: orNull(fc.constantFrom('PME', 'GE')),
      siege: orNull(fc.constantFrom(...SIRETS)),
      diffusible,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('etablissement'),
      siret: fc.constantFrom(...SIRETS, ...BUYERS),
      departement: orNull(fc.constantFrom('13', '59')),
      actif: fc.boolean(),
      diffusible,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('inscrit'),
      siret: fc.constantFrom(...BUYERS),
      nom: orNull(fc.constantFrom('COMMUNE DE LYON', 'Lyon')),
      departement: orNull(fc.constant('69')),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constantFrom('revendiquer', 'oublier'),
      siren: fc.constantFrom(...SIRENS, '777777773'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('wait'), days: fc.constantFrom(1, 2, 28, 31, 365) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: reach, pick, fromEnd: fc.constant(false), months: fc.constantFrom(0, 12, 24), days }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ do: reach, pick, fromEnd: fc.constant(true), months: fc.constantFrom(-12, 0), days }),
  },
);

let world: ContratsWorld;
beforeAll(async () => {
  world = await createContratsWorld();
});
afterAll(() => world.close());

it(
  'keeps every record equal to a recount, whatever changes',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: LONGEST, size: 'max' }), async (changes) => {
        await world.reset();
        const facts: Facts = {
          contrats: new Map(),
          unites: new Map(),
          etablissements: new Map(),
          inscrits: new Map(),
          revendications: new Set(),
          today: START,
        };
        for (const one of changes) {
          await apply(one, facts);
          await world.recalculate(facts.today);
          expect(await readTables()).toEqual(recount(facts, await places()));
          await expectNothingHidden(facts);
        }
      }),
      { numRuns: RUNS, seed: drawSeed('aggregates'), interruptAfterTimeLimit: LONG_MS },
    );
  },
  2 * LONG_MS,
);

it('loses nothing while registers are imported, SIRENE changes and several workers recalculate', async () => {
  await world.reset();
  const facts = emptyFacts();
  const seed = drawSeed('aggregates at once');
  const batches = fc.sample(fc.array(contrat, { minLength: 8, maxLength: 8 }), { numRuns: 40, seed });
  const disclosed = fc.sample(fc.tuple(fc.constantFrom(...SIRENS), diffusible), { numRuns: 40, seed });
  let writing = true;
  const importer = async () => {
    for (const batch of batches) {
      await world.storeAll(batch.map((one, at) => [`C${at}`, one]));
      batch.forEach((one, at) => facts.contrats.set(`C${at}`, one));
    }
  };
  const sirene = async () => {
    for (const [siren, shown] of disclosed) {
      const unite = { nom: shown ? `Société ${siren}` : null, categorie: null, siege: null, diffusible: shown };
      await world.unite({ siren, ...unite });
      facts.unites.set(siren, unite);
    }
  };
  const worker = async () => {
    while (writing) await recalculateBatch(world.db, { limit: 3, siteUrl: SITE_URL, today: START });
  };
  const workers = [worker(), worker()];
  try {
    await Promise.all([importer(), sirene()]);
  } finally {
    writing = false;
    await Promise.all(workers);
  }
  await world.recalculate(START);
  expect(await readTables()).toEqual(recount(facts, await places()));
  await expectNothingHidden(facts);
}, 120_000);

function emptyFacts(): Facts {
  return {
    contrats: new Map(),
    unites: new Map(),
    etablissements: new Map(),
    inscrits: new Map(),
    revendications: new Set(),
    today: START,
  };
}

async function apply(one: Change, facts: Facts): Promise<void> {
  switch (one.do) {
    case 'store':
      facts.contrats.set(one.uid, one.contrat);
      return world.store(one.uid, one.contrat);
    case 'hold': {
      const known = facts.contrats.get(one.uid);
      if (known === undefined) return;
      facts.contrats.set(one.uid, { ...known, titulaires: one.titulaires });
      return world.store(one.uid, { ...known, titulaires: one.titulaires });
    }
    case 'remove':
      facts.contrats.delete(one.uid);
      return world.remove(one.uid);
    case 'unite': {
      // SIRENE gives a head office of the company itself, and nothing of a hidden one.
      const siege = one.siege === null ? null : one.siren + one.siege.slice(9);
      const { nom, categorie } = one.diffusible ? one : { nom: null, categorie: null };
      const unite = { nom, categorie, siege: one.diffusible ? siege : null, diffusible: one.diffusible };
      facts.unites.set(one.siren, unite);
      return world.unite({ siren: one.siren, ...unite });
    }
    case 'etablissement': {
      const departement = one.diffusible ? one.departement : null;
      facts.etablissements.set(one.siret, { departement, actif: one.actif, diffusible: one.diffusible });
      return world.etablissement({ ...one, departement });
    }
    case 'inscrit':
      facts.inscrits.set(one.siret, { nom: one.nom, departement: one.departement });
      return world.inscrit(one.siret, one.nom, one.departement);
    case 'revendiquer':
      facts.revendications.add(one.siren);
      await revendiquer(world.db, one.siren);
      return;
    case 'oublier':
      facts.revendications.delete(one.siren);
      await forgetRevendication(world.db, one.siren);
      return;
    case 'reach': {
      const reached = dayOf(one, facts);
      if (reached === null || reached <= facts.today) return;
      facts.today = reached;
      await queueRecordsDue(world.db, facts.today);
      return;
    }
    case 'wait':
      facts.today = new Date(Date.parse(facts.today) + one.days * 86_400_000).toISOString().slice(0, 10);
      await queueRecordsDue(world.db, facts.today);
  }
}

/** A day on which time may change the records that count a contract, or one beside it. */
function dayOf(one: Change & { do: 'reach' }, facts: Facts): string | null {
  const { date_notification: from = null, duree_mois: duration = null } = pickedOf(one.pick, facts);
  if (from === null || (one.fromEnd && duration === null)) return null;
  const start = DateTime.fromISO(from, { zone: 'utc' });
  const end = one.fromEnd ? start.plus({ months: duration ?? 0 }) : start;
  return end.plus({ months: one.months }).plus({ days: one.days }).toISODate();
}

function pickedOf(pick: number, { contrats }: Facts): Partial<Contrat> {
  return [...contrats.values()][pick % Math.max(1, contrats.size)] ?? {};
}

async function readTables(): Promise<Expected> {
  const { pool } = world.database;
  const contrats = await pool.query<{ uid: string; item: string; titulaires: string[] }>(
    `select c.uid, c.item, array(select t.rang || ' ' || t.siren || ' ' || coalesce(t.siret, '-')
       from read.contrat_titulaire t where t.n = c.n order by t.rang) as titulaires from read.contrat c`,
  );
  const prestataires = await pool.query<{ siren: string; item: string; detail: string }>(
    `select p.siren, p.item, p.detail from read.prestataire p join read.slug_prestataire s using (slug, siren)`,
  );
  const acheteurs = await pool.query<{ siret: string; detail: string }>('select siret, detail from read.acheteur');
  const parsed = (text: string) => JSON.parse(text) as Record<string, unknown>;
  return {
    contrats: new Map(contrats.rows.map((r) => [r.uid, { item: parsed(r.item), titulaires: r.titulaires }])),
    prestataires: new Map(prestataires.rows.map((r) => [r.siren, { item: parsed(r.item), detail: parsed(r.detail) }])),
    acheteurs: new Map(acheteurs.rows.map((r) => [r.siret, parsed(r.detail)])),
  };
}

async function places(): Promise<Map<string, number>> {
  const { rows } = await world.database.pool.query<{ uid: string; n: number }>('select uid, n from read.contrat');
  return new Map(rows.map(({ uid: key, n }) => [key, n]));
}

/** No number of a hidden company or establishment in any column of any table that the API reads. */
async function expectNothingHidden(facts: Facts): Promise<void> {
  const hidden = [
    ...[...facts.unites].filter(([, one]) => !one.diffusible),
    ...[...facts.etablissements].filter(([, one]) => !one.diffusible),
  ].map(([numero]) => numero);
  const { rows } = await world.database.pool.query<{ found: string }>(
    `select h.numero || ' in ' || r.text as found from unnest($1::text[]) as h (numero)
     join (select c::text from read.contrat c union all select t::text from read.contrat_titulaire t
       union all select p::text from read.prestataire p union all select s::text from read.slug_prestataire s
       union all select a::text from read.acheteur a) as r (text) on strpos(r.text, h.numero) > 0`,
    [hidden],
  );
  expect(rows).toEqual([]);
}
