import { createServer, type Server } from 'node:net';

/** Whether a server can be opened there now: the reason when not (`EADDRINUSE`, `EACCES`, `EADDRNOTAVAIL`…). */
export async function listenRefusal(host: string, port: number): Promise<string | null> {
  try {
    await close(await listen(host, port));
    return null;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  }
}

function listen(host: string, port: number): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ host, port }, () => resolve(server));
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}
