import { SESSION_MS, Sessions } from './sessions.js';

const TOKEN = 'an operator token of enough characters';
const NOW = Date.UTC(2026, 10, 21);

test('only the token opens', () => {
  const sessions = new Sessions(TOKEN);
  expect(sessions.opens(TOKEN)).toBe(true);
  for (const wrong of ['', TOKEN.slice(1), `${TOKEN} `, TOKEN.toUpperCase()]) expect(sessions.opens(wrong)).toBe(false);
});

test('a session holds until it ends, in every worker with the same token, and in no other', () => {
  const session = new Sessions(TOKEN).start(NOW);
  expect(new Sessions(TOKEN).holds(session, NOW + SESSION_MS - 1)).toBe(true);
  expect(new Sessions(TOKEN).holds(session, NOW + SESSION_MS)).toBe(false);
  expect(new Sessions(`${TOKEN}!`).holds(session, NOW)).toBe(false);
  expect(session).not.toContain(TOKEN);
});

test('a session that was changed is none', () => {
  const sessions = new Sessions(TOKEN);
  const [, nonce, mac] = sessions.start(NOW).split('.');
  for (const forged of ['', '.', 'x', `${NOW * 2}.${nonce}.${mac}`, `${nonce}.${mac}`, `9e99.${nonce}.${mac}`]) {
    expect(sessions.holds(forged, NOW)).toBe(false);
  }
});

test('each session has forms of its own', () => {
  const sessions = new Sessions(TOKEN);
  const [one, other] = [sessions.start(NOW), sessions.start(NOW)];
  expect(sessions.formToken(one)).toBe(sessions.formToken(one));
  expect(sessions.formToken(one)).not.toBe(sessions.formToken(other));
});
