import { publicAddresses } from './addresses.js';

test.each([
  ['127.0.0.1', 'http://127.0.0.1:3000/api/v1'],
  ['0.0.0.0', 'http://127.0.0.1:3000/api/v1'],
  ['::', 'http://[::1]:3000/api/v1'],
  ['::1', 'http://[::1]:3000/api/v1'],
  ['localhost', 'http://localhost:3000/api/v1'],
])('a server on %s is reached at %s', (host, expected) => {
  expect(publicAddresses(host, 3000).base_url).toBe(expected);
});
