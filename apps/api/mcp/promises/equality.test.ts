import { drawSeed } from '#access/testing/seed';
import { executedIn, titulaire } from '#contrats/testing/contrats';
import { createKey, type TestApi } from '../../testing/api.js';
import { publishAttributions } from '../../testing/attributions.js';
import { startContratsApi, type ContratsApi } from '../../testing/contrats.js';
import { Draws } from '../../testing/draws.js';
import { inDays, publishNotices } from '../../testing/notices.js';
import { insertFeed } from '../../testing/opportunites.js';
import { pathOf, toolRoutes, type ToolRoute } from '../../testing/tool-routes.js';
import { callTool } from '../../testing/tools.js';

/** For the same key and the same parameters, a tool gives the body of its route, or the same refusal. */
const CALLS_A_TOOL = 60;
/** Of a tool without parameters. */
const SAME_CALLS = 5;
const SIRET = '21350238800019';
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

type Given = Record<string, string | number>;

let served: ContratsApi;
let api: TestApi;
let key: string;
let ids: string[];
let slugs: string[];
let cursors: Record<string, string[]>;
beforeAll(async () => {
  served = await startContratsApi();
  ({ api } = served);
  const account = await createKey(api.database, { limites: { general: 100_000_000, decp: 100_000_000 } });
  ({ key } = account);
  const notices = Array.from({ length: 30 }, (_, n): [string, object] => [
    `26-${n}`,
    {
      titre: n % 2 === 0 ? `Travaux de toiture de l’école ${n}` : `Nettoyage des locaux ${n}`,
      cpv: n % 3 === 0 ? '45261000' : '90910000',
      budget: n * 10_000,
      date_limite: n % 7 === 0 ? null : inDays(n - 5),
      source: n % 4 === 0 ? 'ted' : 'boamp',
    },
  ]);
  ids = await publishNotices(api.database.pool, Object.fromEntries(notices));
  ids.push(...(await publishNotices(api.database.pool, { '26-99': { motif_retrait: 'source_coupee' } })), UNKNOWN_ID);
  await insertFeed(api.database.pool, account.compteId, Object.fromEntries(ids.slice(0, 20).map((id) => [id, {}])));
  const contrat = (n: number) => ({
    acheteur: { siret: SIRET, nom: 'Rennes' },
    titulaires: [titulaire(SIRET, 'Ateliers')],
    cpv: n % 2 === 0 ? '45210000' : '90910000',
    lieu_execution: executedIn('35'),
    objet: `Réfection ${n}`,
  });
  await served.publish(Object.fromEntries(Array.from({ length: 6 }, (_, n) => [`C${n}`, contrat(n)])));
  await publishAttributions(
    api.database.pool,
    Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`26-8${n}`, {}])),
  );
  const { data } = (await api.get('/prestataires', key)).body as { data: { slug: string }[] };
  slugs = [...data.map(({ slug }) => slug), 'inconnue-12345678900011'];
  cursors = {
    searchAvis: [await cursorOf('/avis?per_page=1'), await cursorOf('/avis?per_page=3')],
    searchAttributions: [await cursorOf('/attributions?limite=2')],
    searchContrats: [await cursorOf('/contrats?cpv=45&limite=1')],
  };
}, 60_000);
afterAll(() => served.close());

async function cursorOf(path: string): Promise<string> {
  return (await api.get(path, key)).body.meta.curseur_suivant as string;
}

/** Values that find something, and some that a route refuses. */
const VALUES: Record<string, (random: Draws) => string | number> = {
  q: (random) => random.pick(['école', 'travaux', 'nettoyage locaux', 'réfection', 'absent', 'a'.repeat(300)]),
  source: (random) => random.pick(['boamp', 'ted,boamp', 'place', 'boamp,boamp', 'inconnue']),
  departement: (random) => random.pick(['42', '35', '42,35', '75', '99']),
  cpv: (random) => random.pick(['45', '90', '4526', '99', '4', 'abc']),
  type_marche: (random) => random.pick(['Travaux', 'services', 'Autre']),
  budget_min: (random) => random.pick([0, 50_000, 200_000, '10000', -1]),
  budget_max: (random) => random.pick([100_000, 300_000, 1.5]),
  montant_min: (random) => random.pick([0, 1_000]),
  montant_max: (random) => random.pick([10_000_000, 5]),
  date_limite_min: (random) => random.pick([inDays(0).slice(0, 10), '2026-13-01']),
  date_limite_max: (random) => random.pick([inDays(20).slice(0, 10)]),
  publie_depuis: () => inDays(-20).slice(0, 10),
  date_min: (random) => random.pick(['2020-01-01', '2026-11-01']),
  date_max: (random) => random.pick(['2026-12-31', '2019-01-01']),
  completude_min: (random) => random.pick([0, 50, 100, 101]),
  score_min: (random) => random.pick([0, 50, 90]),
  statut: (random) => random.pick(['ouvert', 'clos', 'tous', 'autre']),
  verdict: (random) => random.pick(['oui', 'non', 'incertain', 'oui,incertain']),
  statut_utilisateur: (random) => random.pick(['new', 'saved', 'new,saved']),
  taille: (random) => random.pick(['PME', 'GE']),
  tri: (random) => random.pick(['date_limite', 'publication', 'pertinence', 'nom', 'montant']),
  page: (random) => random.pick([1, 2, 3, 0, 900]),
  per_page: (random) => random.pick([1, 3, 10, 100, 101]),
  limite: (random) => random.pick([1, 3, 10, 100, 0]),
  acheteur_siret: (random) => random.pick([SIRET, '123']),
  titulaire_siret: (random) => random.pick([SIRET, '21420218300017']),
  titulaire_siren: (random) => random.pick(['213502388', '12']),
  updated_since: (random) => random.pick([inDays(-2), inDays(-40), inDays(2)]),
  id: (random) => random.pick([...ids, 'x']),
  slug: (random) => random.pick(slugs),
  siret: (random) => random.pick([SIRET, '21420218300017', '1']),
};
/** Given most of the time where a list needs them. */
const USUAL: Record<string, readonly string[]> = { search_contrats: ['cpv', 'acheteur_siret', 'departement'] };

function draw({ tool, route }: ToolRoute, random: Draws): Given {
  const given: Given = {};
  for (const parameter of route.parameters) {
    const { name } = parameter;
    const usual = USUAL[tool]?.includes(name) === true ? 2 : 7;
    if (parameter.in === 'query' && random.integer(1, usual) > 1) continue;
    if (name === 'curseur') given[name] = random.pick([...cursors[route.operationId]!, 'abc']);
    else given[name] = VALUES[name]!(random);
  }
  return given;
}

/** What tells the time of the call: a walk's horizon, and the cursor that carries it. */
function withoutTime(body: { meta?: object }): object {
  const { curseur_suivant, synchronise_jusqu_a, ...meta } = (body.meta ?? {}) as Record<string, unknown>;
  const told = { more: typeof curseur_suivant === 'string', synchronised: typeof synchronise_jusqu_a === 'string' };
  return { ...body, meta: { ...meta, ...told } };
}

const PAGE_SIZES: Record<string, Given> = { per_page: { per_page: 10 }, limite: { limite: 10 } };

/** A tool's own default, which its input schema declares, said aloud. */
function withPageSize({ route }: ToolRoute, given: Given): Given {
  const name = route.parameters.find((parameter) => parameter.name in PAGE_SIZES)?.name;
  return name === undefined ? given : { ...PAGE_SIZES[name], ...given };
}

test.each(toolRoutes())(
  '$tool',
  async (toolRoute) => {
    const random = new Draws(drawSeed(`equality of ${toolRoute.tool}`));
    const outcomes: Record<string, number> = {};
    const calls = toolRoute.route.parameters.length === 0 ? SAME_CALLS : CALLS_A_TOOL;
    for (let n = 0; n < calls; n += 1) {
      const given = draw(toolRoute, random);
      const path = pathOf(toolRoute, withPageSize(toolRoute, given));
      const route = await api.get(path, key);
      const { result, code, headers } = await callTool(api.mcpUrl, key, toolRoute.tool, given);
      const outcome = route.code ?? '200';
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      expect({ path, code }).toEqual({ path, code: route.code });
      expect(headers.get('x-quota-limit')).toBe(route.headers.get('x-quota-limit'));
      if (route.code !== undefined) continue;
      expect({ path, body: withoutTime(result!.structuredContent as object) }).toEqual({
        path,
        body: withoutTime(route.body as object),
      });
      expect(result!.content[0]!.text.length).toBeGreaterThan(0);
    }
    console.info(`${toolRoute.tool}: ${JSON.stringify(outcomes)}`);
    // Drawn calls are not all refused: of a few hundred, most find something.
    expect(outcomes['200']).toBeGreaterThan(calls / 12);
  },
  60_000,
);

test.each([
  ['search_avis', { statut: 'tous' }],
  ['search_attributions', {}],
  ['search_contrats', { cpv: '45' }],
])('%s is walked by its own cursors to the same end', async (tool, filters) => {
  const toolRoute = toolRoutes().find((one) => one.tool === tool)!;
  const size = tool === 'search_avis' ? 'per_page' : 'limite';
  const whole = (await api.get(pathOf(toolRoute, { ...filters, [size]: 100 }), key)).body.data as unknown[];
  const walked: unknown[] = [];
  for (let curseur: string | null | undefined; curseur !== null;) {
    const given = { ...filters, [size]: 2, ...(curseur === undefined ? {} : { curseur }) };
    const { structuredContent } = (await callTool(api.mcpUrl, key, tool, given)).result!;
    walked.push(...(structuredContent.data as unknown[]));
    curseur = structuredContent.meta.curseur_suivant as string | null;
  }
  expect(walked).toEqual(whole);
  expect(walked.length).toBeGreaterThan(2);
});
