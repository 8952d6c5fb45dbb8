import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Command, Option } from 'commander';
import { listTitulaires, type Titulaire, type TitulairesFilter } from '#access/comptes/titulaires';
import { annoncesOf, parseChangelog } from '#contract/versioning/changelog';
import { PERIMETRES, USAGES_CLE } from '#contract/vocabulary';
import { ROOT } from '#platform/release/root';
import { annonceText } from '../output/annonce-text.js';
import { csv } from '../output/csv.js';
import { Refusal } from '../refusal.js';
import type { Session } from '../session.js';
import { day } from './values.js';

const COLUMNS = ['email', 'nom', 'compte_id', 'plan', 'cles', 'usages', 'perimetres'] as const;

/** Announcing an incompatible change: to whom, and in which words. Sending is left to a mail program. */
export function addAnnoncer(program: Command, session: Session): void {
  const annoncer = program
    .command('annoncer')
    .description('whom to write to about a change: the e-mail address of each account that holds an active key')
    .addOption(new Option('--perimetre <scope>', 'only holders of a key with this scope').choices(PERIMETRES))
    .addOption(new Option('--usage <usage>', 'only holders of a key of this usage').choices(USAGES_CLE))
    .option('--csv', 'one CSV line an account, instead of its address alone', false)
    .addHelpText(
      'after',
      '\nExamples:\n  ops annoncer\n  ops annoncer --perimetre decp:read --csv > destinataires.csv\n  ops annoncer texte > message.txt',
    )
    .action(async (options: TitulairesFilter & { csv: boolean }) => {
      const titulaires = await session.withDatabase((db) => listTitulaires(db, options));
      if (titulaires.length === 0) session.output.error('No active key of this kind: nobody to write to.');
      session.output.print(titulaires, () => (options.csv ? csv(titulaires, COLUMNS) : addresses(titulaires)));
    });

  annoncer
    .command('texte')
    .description('the message to send, of the announcements of CHANGELOG.md that still run')
    .option('--depuis <date>', 'only announcements that begin on this day or later, YYYY-MM-DD', day)
    .option('--fichier <path>', 'another changelog', join(ROOT, 'CHANGELOG.md'))
    .addHelpText('after', '\nExample:\n  ops annoncer texte --depuis 2026-12-01')
    .action(async ({ depuis = '', fichier }: { depuis?: string; fichier: string }) => {
      const changelog = parseChangelog(
        await readFile(fichier, 'utf8').catch(() => refuse(`${fichier} cannot be read.`)),
      );
      if (changelog.faults.length > 0) refuse(`${fichier}, ${changelog.faults.join('; ')}.`);
      const today = new Date().toISOString().slice(0, 10);
      const running = annoncesOf(changelog).filter(({ debut, fin }) => fin > today && debut >= depuis);
      if (running.length === 0) refuse(`${fichier} announces nothing that is still to come: nothing to send.`);
      session.output.print(running, () => annonceText(running));
    });
}

/** One line an account, for a mail program. */
function addresses(titulaires: readonly Titulaire[]): string {
  return titulaires.map(({ email }) => email).join('\n');
}

function refuse(message: string): never {
  throw new Refusal(message);
}
