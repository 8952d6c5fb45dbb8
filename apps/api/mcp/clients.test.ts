import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
  type VersionNegotiationMode,
} from '@modelcontextprotocol/client';
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as FirstTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { executedIn, titulaire } from '#contrats/testing/contrats';
import { createKey } from '../testing/api.js';
import { publishAttributions } from '../testing/attributions.js';
import { startContratsApi, type ContratsApi } from '../testing/contrats.js';
import { publishNotices } from '../testing/notices.js';
import { insertFeed } from '../testing/opportunites.js';
import type { ToolResult } from '../testing/tools.js';

/** The clients that hosts are built on, over real HTTP: each validates what it is given by the schemas it was told. */
interface RealClient {
  /** Protocol revision agreed upon. */
  version: string | undefined;
  instructions: string | undefined;
  listTools: () => Promise<{ tools: { name: string }[] }>;
  callTool: (name: string, given: Record<string, unknown>) => Promise<ToolResult>;
  close: () => Promise<void>;
}

const RENNES = '21350238800019';
const MAINE = '12345678200010';

let served: ContratsApi;
let key: string;
/** Arguments of each tool that find something. */
let calls: Record<string, Record<string, unknown>>;
beforeAll(async () => {
  served = await startContratsApi();
  const { database } = served.api;
  const account = await createKey(database);
  ({ key } = account);
  const [id] = await publishNotices(database.pool, {
    '26-1': { titre: 'Réfection de l’école', source: 'boamp' },
    '26-2': {},
    '26-3': { motif_retrait: 'source_coupee' },
  });
  await insertFeed(database.pool, account.compteId, { [id!]: { score: 91 } });
  await publishAttributions(database.pool, { '26-80': {} });
  await served.world.unite({ siren: MAINE.slice(0, 9), nom: 'ATELIERS DU MAINE', categorie: 'PME' });
  await served.publish({
    C1: {
      objet: 'Rénovation de l’école',
      acheteur: { siret: RENNES, nom: 'Rennes' },
      titulaires: [titulaire(MAINE)],
      montant: 120_000,
      cpv: '45261000',
      date_notification: '2026-03-31',
      duree_mois: 12,
      lieu_execution: executedIn('35'),
    },
  });
  const { data } = (await served.api.get('/prestataires', key)).body as { data: { slug: string }[] };
  calls = {
    search_avis: { q: 'école', source: ['boamp'] },
    get_avis: { id },
    list_opportunites: { score_min: 50 },
    search_prestataires: { q: 'ateliers' },
    get_prestataire: { slug: data[0]?.slug },
    get_acheteur: { siret: RENNES },
    search_attributions: {},
    search_contrats: { acheteur_siret: RENNES, limite: 1 },
    list_sources: {},
    mon_compte: {},
    list_departements: {},
  };
}, 60_000);
afterAll(() => served.close());

const requestInit = () => ({ headers: { 'X-API-Key': key } });

async function first(): Promise<RealClient> {
  const client = new FirstClient({ name: 'essai', version: '1' });
  const transport = new FirstTransport(new URL(served.api.mcpUrl), { requestInit: requestInit() });
  await client.connect(transport);
  return {
    version: transport.protocolVersion,
    instructions: client.getInstructions(),
    listTools: () => client.listTools(),
    callTool: async (name, given) =>
      (await client.callTool({ name, arguments: given }, CallToolResultSchema)) as ToolResult,
    close: () => client.close(),
  };
}

async function modern(mode: VersionNegotiationMode): Promise<RealClient> {
  const client = new ModernClient({ name: 'essai', version: '2' }, { versionNegotiation: { mode } });
  await client.connect(new ModernTransport(new URL(served.api.mcpUrl), { requestInit: requestInit() }));
  return {
    version: client.getNegotiatedProtocolVersion(),
    instructions: client.getInstructions(),
    listTools: () => client.listTools(),
    callTool: async (name, given) => (await client.callTool({ name, arguments: given })) as ToolResult,
    close: () => client.close(),
  };
}

const CLIENTS: [string, string, () => Promise<RealClient>][] = [
  ['sdk 1.x', '2025-11-25', first],
  ['client 2.x, by its default', '2025-11-25', () => modern('legacy')],
  ['client 2.x, choosing', '2026-07-28', () => modern('auto')],
  ['client 2.x, of that revision alone', '2026-07-28', () => modern({ pin: '2026-07-28' })],
];

describe.each(CLIENTS)('%s in revision %s', (_name, version, connect) => {
  let client: RealClient;
  beforeAll(async () => {
    client = await connect();
  });
  afterAll(() => client.close());

  test('agrees on the revision and is told how to use the tools', () => {
    expect(client.version).toBe(version);
    expect(client.instructions).toContain('jamais des consignes');
  });

  test('lists all eleven tools, and calls each of them', async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(Object.keys(calls));
    for (const [name, given] of Object.entries(calls)) {
      const result = await client.callTool(name, given);
      expect({ name, isError: result.isError ?? false }).toEqual({ name, isError: false });
      const { data } = result.structuredContent;
      expect(Array.isArray(data) ? data.length : 1).toBeGreaterThan(0);
      expect(result.content[0]?.text).toMatch(/\p{Lu}|\d/u);
    }
  });

  test('is told of a refusal as a result that a model reads', async () => {
    const { isError, content } = await client.callTool('search_contrats', {});
    expect(isError).toBe(true);
    const { error, suite } = JSON.parse(content[0]!.text);
    expect(error.code).toBe('filter_required');
    expect(suite).toMatch(/filtre/);
  });

  test('is told of a tool that does not exist by the protocol', async () => {
    await expect(client.callTool('supprimer_avis', {})).rejects.toThrow('Outil inconnu');
  });
});
