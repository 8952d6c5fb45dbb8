import { fileURLToPath } from 'node:url';
import { answersOk, type Program } from './restartable.js';

const built = (app: string) => fileURLToPath(new URL(`../../../../dist/apps/${app}/main.js`, import.meta.url));
const NODE = { command: process.execPath };

/** The API at `host`:`port`, its private port beside it. @param env its settings, API_DATABASE_URL at least. */
export function api(
  name: string,
  { host, port, privatePort }: { host: string; port: number; privatePort: number },
  env: Readonly<Record<string, string>>,
): Program {
  return {
    ...NODE,
    name,
    args: [built('api')],
    env: {
      LOG_LEVEL: 'warn',
      LOG_FORMAT: 'json',
      ...env,
      HOST: host,
      PORT: String(port),
      METRICS_HOST: host,
      METRICS_PORT: String(privatePort),
    },
    isReady: async () =>
      (await answersOk(`http://${host}:${String(privatePort)}/pret`)) &&
      (await answersOk(`http://${host}:${String(port)}/api/v1/sante`)),
  };
}
