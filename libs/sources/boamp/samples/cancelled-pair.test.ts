import { existsSync, readFileSync } from 'node:fs';
import { foldAvis } from '#avis/fold/fold';
import { rootsOf } from '#avis/fold/roots';
import { normalised } from '../testing/records.js';
import { SAMPLES, warnAbsent } from '../testing/samples-folder.js';

const folder = `${SAMPLES}/boamp_api_v1`;
if (!existsSync(folder)) warnAbsent(folder);

(existsSync(folder) ? test : test.skip)(
  '25-123573 and its cancellation 25-127510 are one closed notice, in any order',
  () => {
    const publications = ['25-123573', '25-127510'].map((idweb) => {
      const result = normalised(readFileSync(`${folder}/${idweb}.json`));
      if (!result.ok) throw new Error(result.rejection.detail);
      return result.publication;
    });
    for (const ordered of [publications, publications.toReversed()]) {
      expect([...new Set(rootsOf('boamp', ordered).values())]).toEqual(['25-123573']);
      const facts = foldAvis('25-123573', ordered);
      expect(facts?.content).toEqual(publications[0]?.content);
      expect(facts?.cloture).toEqual({
        identifiant: '25-127510',
        kind: 'cancellation',
        lots: [],
        motif: 'La présente consultation est déclarée sans suite et sera relancée prochainement',
        date_publication: '2025-11-19',
      });
    }
  },
);
