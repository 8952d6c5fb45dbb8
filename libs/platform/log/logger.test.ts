import pino from 'pino';
import { REDACTED_PATHS, withoutCredentials, withoutKeys } from './redaction.js';

test('keys never reach a log line, wherever a request carries them', () => {
  const lines: string[] = [];
  const logger = pino({ redact: { paths: REDACTED_PATHS } }, { write: (line: string) => lines.push(line) });
  logger.info({ req: { headers: { authorization: 'Bearer SECRET', 'x-api-key': 'SECRET', cookie: 'SECRET' } } });
  logger.info({ headers: { authorization: 'SECRET', 'x-api-key': 'SECRET' } });
  logger.info({ compte: { cle: 'SECRET', password: 'SECRET' } });
  expect(lines).toHaveLength(3);
  expect(lines.join('')).not.toContain('SECRET');
});

test('an address loses its user and password', () => {
  expect(withoutCredentials('postgres://owner:SECRET@db:5432/marches')).toBe('postgres://db:5432/marches');
  expect(withoutCredentials('SECRET')).toBe('(unreadable address)');
});

test('a key in an address is masked', () => {
  expect(withoutKeys('/avis?api_key=mpk_SECRET0&page=1')).toBe('/avis?api_key=mpk_[redacted]&page=1');
});
