import type { Command } from 'commander';
import { explainCluster } from '#avis/write/match/explain-cluster';
import { imposeLink, UnknownNotices, type Word } from '#avis/write/match/impose-link';
import { clusterText } from '../output/cluster-text.js';
import { Refusal } from '../refusal.js';
import type { Session } from '../session.js';
import { uuid } from './values.js';

/** `doublons`: why a notice is grouped with others or is not, and the operator's word on a pair, which replays obey. */
export function addDoublons(program: Command, session: Session): void {
  const doublons = program
    .command('doublons')
    .description('why a notice is one with others, or is not; join two, part two')
    .argument('<id>', 'UUID of the notice', uuid)
    .addHelpText('after', '\nExamples:\n  ops doublons 6f0c…\n  ops doublons separer 6f0c… 91d2… --motif "deux lots"')
    .action(async (id: string) => {
      const cluster = await session.withDatabase((db) => explainCluster(db, id));
      if (cluster === null)
        throw new Refusal(`No notice ever had the id ${id}: GET /avis and ops historique show ids.`);
      session.output.print(cluster, () => clusterText(cluster));
    });

  addWord('separer', 'two notices are not the same: they are never grouped again')
    .option('--motif <text>', 'why, for the history')
    .action(async (id: string, autre: string, { motif }: { motif?: string }) => {
      const changed = await impose('separer', id, autre, motif ?? null);
      print('separer', id, autre, changed, changed ? 'are kept apart' : 'were kept apart already');
    });

  addWord('reunir', 'two notices are the same, whatever they say')
    .option('--motif <text>', 'why, for the history')
    .action(async (id: string, autre: string, { motif }: { motif?: string }) => {
      const changed = await impose('lier', id, autre, motif ?? null);
      print('reunir', id, autre, changed, changed ? 'are joined' : 'were joined already by your word');
    });

  addWord('oublier', 'take the word on two notices back: the rules decide again').action(
    async (id: string, autre: string) => {
      const changed = await impose('oublier_lien', id, autre, null);
      print('oublier', id, autre, changed, changed ? 'are left to the rules' : 'were left to the rules already');
    },
  );

  function addWord(name: string, description: string): Command {
    return doublons
      .command(name)
      .description(description)
      .argument('<id>', 'UUID of one notice', uuid)
      .argument('<autre>', 'UUID of the other one', uuid)
      .addHelpText('after', `\nExample:\n  ops doublons ${name} 6f0c… 91d2…`);
  }

  async function impose(word: Word, id: string, autre: string, motif: string | null): Promise<boolean> {
    if (id === autre) throw new Refusal('Both ids are the same notice: give two, as ops doublons <id> shows them.');
    try {
      return await session.withDatabase((db) => imposeLink(db, word, [id, autre], motif));
    } catch (error) {
      if (!(error instanceof UnknownNotices)) throw error;
      throw new Refusal(
        `No notice ever had the id ${error.ids.join(', nor ')}: GET /avis and ops historique show ids.`,
      );
    }
  }

  function print(decision: string, id: string, autre: string, changed: boolean, what: string): void {
    session.output.print({ id, autre_avis_id: autre, decision, changed }, () =>
      changed
        ? `${id} and ${autre} ${what}: the worker applies it, then see ops doublons ${id}.`
        : `${id} and ${autre} ${what}: nothing is done.`,
    );
  }
}
