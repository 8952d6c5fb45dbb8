/**
 * The peer PostGraphile 5, run by Node 22 in a folder where it is installed (bench/serve/postgraphile.ts): the ordinary
 * table alone, prepared statements, neither a page for people nor a watch. Environment: DATABASE_URL, PORT.
 */
import { createServer } from 'node:http';
import { grafserv } from 'postgraphile/grafserv/node';
import { makePgService } from 'postgraphile/adaptors/pg';
import { postgraphile } from 'postgraphile';
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber';

const preset = {
  extends: [PostGraphileAmberPreset],
  pgServices: [
    makePgService({ connectionString: process.env.DATABASE_URL, schemas: ['ordinaire'], poolConfig: { max: 10 } }),
  ],
  grafserv: { graphiql: false, watch: false, websockets: false, graphqlPath: '/graphql' },
  grafast: { explain: false },
};
const service = postgraphile(preset).createServ(grafserv);
const server = createServer();
await service.addTo(server);
server.listen(Number(process.env.PORT), '127.0.0.1');
