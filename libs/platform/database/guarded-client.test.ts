import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createDataSource } from './data-source.js';

/** One message of the PostgreSQL protocol. */
function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

const WELCOME = [message('R', Buffer.alloc(4)), message('Z', Buffer.from('I'))];
const FAREWELL = message('E', Buffer.from('SFATAL\0C57P01\0Mterminating connection\0\0'));

let server: Server;
const sockets: Socket[] = [];
let url: string;
beforeAll(async () => {
  server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(Buffer.concat([...WELCOME, FAREWELL])));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `postgres://nobody@127.0.0.1:${String((server.address() as AddressInfo).port)}/none`;
});
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  server.close();
});

test('a server that ends a connection in the packet that opens it fails the opening, not the process', async () => {
  const source = createDataSource({ url, entities: [], poolSize: 1, applicationName: 'test' });
  await expect(source.initialize()).rejects.toThrow();
});
