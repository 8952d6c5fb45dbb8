import { ipSubject } from './ip.js';

test.each([
  ['2001:db8:1:2::1', '2001:db8:1:2:ffff:ffff:ffff:ffff'],
  ['2001:0DB8:0001:0002:0:0:0:1', '2001:db8:1:2::1'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::ffff:c000:207', '192.0.2.7'],
  ['fe80::1%eth0', 'fe80::2'],
])('%s and %s are one client', (one, other) => {
  expect(ipSubject(one)).toBe(ipSubject(other));
});

test.each([
  ['2001:db8:1:2::1', '2001:db8:1:3::1'],
  ['192.0.2.7', '192.0.2.8'],
  ['::1', '127.0.0.1'],
])('%s and %s are two clients', (one, other) => {
  expect(ipSubject(one)).not.toBe(ipSubject(other));
});

test('what is not an address is limited under its own name', () => {
  expect(ipSubject('unix:')).toBe('unix:');
});
