import { type DataSource } from 'typeorm';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database';
import { createCompte, listComptes, setPlan } from '../comptes/comptes.js';
import { AccessRefusal } from '../refusal.js';
import { createAccessDataSource } from '../testing/data-source.js';
import { issueCle } from './issue.js';
import { isKey } from './key.js';
import { listCles, revokeCle, rotateCle } from './operate.js';

let database: TestDatabase;
let db: DataSource;
beforeAll(async () => {
  database = await createTestDatabase();
  db = await createAccessDataSource(database.url);
});
afterAll(async () => {
  await db.destroy();
  await database.close();
});

async function issueToNewCompte() {
  const compte = await createCompte(db, { nom: 'Atelier', email: 'atelier@exemple.fr' });
  const issued = await issueCle(db, { compteId: compte.id, perimetres: ['avis:read'], usage: 'rediffusion' });
  return { compte, ...issued };
}

test('a key is issued once in clear and kept only as a hash', async () => {
  const { compte, cle, secret } = await issueToNewCompte();
  expect(isKey(secret)).toBe(true);
  expect(cle).toMatchObject({ compteId: compte.id, usage: 'rediffusion', perimetres: ['avis:read'], expireLe: null });
  const { rows } = await database.pool.query<{ row: string }>(
    `select compte::text || cle::text as row from access.compte join access.cle on compte_id = compte.id`,
  );
  expect(rows.some(({ row }) => row.includes(secret))).toBe(false);
  const listed = (await listCles(db, compte.id))[0]!;
  expect(listed.prefixe).toBe(secret.slice(0, 12));
  expect(listed.hash).toBeUndefined();
  expect((await listComptes(db)).map(({ id }) => id)).toContain(compte.id);
});

test('a key is found by its prefix, and revoked for good', async () => {
  const { cle } = await issueToNewCompte();
  const revoked = await revokeCle(db, cle.prefixe);
  expect(revoked.revoqueeLe).toBeInstanceOf(Date);
  expect((await revokeCle(db, cle.id)).revoqueeLe).toEqual(revoked.revoqueeLe);
  await expect(rotateCle(db, { reference: cle.id, graceSeconds: 60 })).rejects.toThrow(AccessRefusal);
});

test('a rotation keeps scopes and usage, gives the old key the grace period, and is done once', async () => {
  const { cle, secret } = await issueToNewCompte();
  const rotated = await rotateCle(db, { reference: cle.prefixe, graceSeconds: 3_600 });
  expect(rotated.secret).not.toBe(secret);
  expect(rotated.cle).toMatchObject({
    compteId: cle.compteId,
    usage: 'rediffusion',
    perimetres: ['avis:read'],
    expireLe: null,
  });
  expect(rotated.remplacee).toMatchObject({ id: cle.id, remplaceePar: rotated.cle.id });
  const grace = rotated.remplacee.expireLe!.getTime() - Date.now();
  expect(grace).toBeGreaterThan(3_500_000);
  expect(grace).toBeLessThanOrEqual(3_600_000);
  await expect(rotateCle(db, { reference: cle.id, graceSeconds: 0 })).rejects.toThrow(/already replaced/);
});

test('two rotations at once give one new key', async () => {
  const { cle } = await issueToNewCompte();
  const outcomes = await Promise.allSettled([1, 2].map(() => rotateCle(db, { reference: cle.id, graceSeconds: 60 })));
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await listCles(db, cle.compteId)).toHaveLength(2);
});

test('what cannot be done is refused with a message that names what to do', async () => {
  const { compte } = await issueToNewCompte();
  const request = { compteId: compte.id, perimetres: ['avis:read'], usage: 'interne' } as const;
  await expect(createCompte(db, { nom: ' ', email: 'a@b.fr' })).rejects.toThrow(/needs a name/);
  await expect(createCompte(db, { nom: 'A', email: 'nobody' })).rejects.toThrow(/not an e-mail/);
  await expect(issueCle(db, { ...request, compteId: 'x' })).rejects.toThrow(/No account/);
  await expect(issueCle(db, { ...request, perimetres: [] })).rejects.toThrow(/at least one scope/);
  await expect(issueCle(db, { ...request, perimetres: ['avis:write' as never] })).rejects.toThrow(/not a scope/);
  await expect(issueCle(db, { ...request, expireLe: new Date(0) })).rejects.toThrow(/in the future/);
  await expect(issueCle(db, { ...request, expireLe: new Date('x') })).rejects.toThrow(/in the future/);
  await expect(revokeCle(db, 'mpk_nothing')).rejects.toThrow(/No key/);
  await setPlan(db, compte.id, 'gratuit');
  await expect(issueCle(db, request)).rejects.toThrow(/only to Pro accounts/);
});
