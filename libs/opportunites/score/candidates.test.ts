import fc from 'fast-check';
import { someAnnonce, someProfil } from '../testing/arbitraries.js';
import { ProfilIndex } from './candidates.js';
import { prepareAnnonce, prepareProfil } from './prepared.js';
import { scorePrepared } from './score.js';

test('the index finds every profile that scoring keeps', () => {
  fc.assert(
    fc.property(fc.array(someProfil(), { maxLength: 12 }), someAnnonce(), (profils, annonce) => {
      const prepared = new Map(profils.map((profil, rank) => [rank, prepareProfil(profil)]));
      const notice = prepareAnnonce(annonce);
      const candidates = new ProfilIndex(prepared).candidatesOf(notice);
      const kept = (among: ReadonlyMap<number, ReturnType<typeof prepareProfil>>) =>
        [...among].filter(([, profil]) => scorePrepared(profil, notice) !== null).map(([rank]) => rank);
      expect(kept(candidates).sort()).toEqual(kept(prepared).sort());
    }),
    { numRuns: 300 },
  );
});

test('profiles of another trade are not even looked at', () => {
  const empty = { mots_cles: [], departements: [], rayon_km: 0, budget_min: null, budget_max: null };
  const others = { ...empty, types_marche: [], procedures: [] };
  const index = new ProfilIndex(new Map([['a', prepareProfil({ ...others, cpv: ['71'] })]]));
  const annonce = { id: 'x', cpv: '45210000', mots: [], departements: [], budget: null, type_marche: null };
  expect(index.candidatesOf(prepareAnnonce({ ...annonce, procedure: null })).size).toBe(0);
});
