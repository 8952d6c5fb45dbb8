import { type Command, InvalidArgumentError, Option } from 'commander';
import { issueCle, type IssuedCle } from '#access/cles/issue';
import { listCles, revokeCle, rotateCle } from '#access/cles/operate';
import type { Cle } from '#access/entities/cle.entity';
import { type Perimetre, PERIMETRES, type UsageCle, USAGES_CLE } from '#contract/vocabulary';
import { record, table } from '../output/table.js';
import { when } from '../output/when.js';
import type { Session } from '../session.js';
import { date, duration } from './values.js';

const REFERENCE = 'id of the key, or its prefixe (`ops cle lister`)';
const ONE_DAY_SECONDS = 86_400;

export function addCle(program: Command, session: Session): void {
  const cle = program.command('cle').description('API keys: issue, list, revoke, replace');

  cle
    .command('emettre')
    .description('issue a key to a `pro` account; the key is shown once and stored only as a hash')
    .argument('<compte>', 'id of the account')
    .addOption(
      new Option('--perimetres <list>', `scopes, separated by commas, of ${PERIMETRES.join(', ')}`)
        .argParser(perimetres)
        .default([...PERIMETRES], 'all of them'),
    )
    .addOption(
      new Option('--usage <usage>', '`rediffusion` keys see only the sources that may be redistributed')
        .choices(USAGES_CLE)
        .default('interne'),
    )
    .option('--expire <date>', 'day after which it no longer works, YYYY-MM-DD in UTC (default: never)', date)
    .addHelpText(
      'after',
      '\nExamples:\n  ops cle emettre 5a4c…e1\n  ops cle emettre 5a4c…e1 --perimetres avis:read --usage rediffusion --expire 2027-12-31',
    )
    .action(async (compteId: string, options: { perimetres: Perimetre[]; usage: UsageCle; expire?: Date }) => {
      const issued = await session.withDatabase((db) =>
        issueCle(db, { compteId, ...options, expireLe: options.expire ?? null }),
      );
      printIssued(session, issued);
    });

  cle
    .command('lister')
    .description('list the keys, revoked and expired ones included; the keys themselves are stored nowhere')
    .argument('[compte]', 'id of an account; all accounts without it')
    .addHelpText('after', '\nExample:\n  ops cle lister 5a4c…e1')
    .action(async (compteId: string | undefined) => {
      const cles = (await session.withDatabase((db) => listCles(db, compteId))).map(view);
      session.output.print(cles, () =>
        table(
          cles,
          [
            { title: 'prefixe', of: (row) => row.prefixe },
            { title: 'etat', of: (row) => row.etat },
            { title: 'usage', of: (row) => row.usage },
            { title: 'perimetres', of: (row) => scopes(row.perimetres) },
            { title: 'creee_le', of: (row) => when(row.creee_le) },
            { title: 'expire_le', of: (row) => when(row.expire_le) },
            { title: 'compte', of: (row) => row.compte_id },
            { title: 'id', of: (row) => row.id },
          ],
          'No key. Issue one: ops cle emettre <compte>',
        ),
      );
    });

  cle
    .command('revoquer')
    .description('revoke a key for good; every API instance refuses it within 2 s')
    .argument('<cle>', REFERENCE)
    .addHelpText('after', '\nExample:\n  ops cle revoquer mpk_3fW9aZ1q')
    .action(async (reference: string) => {
      const revoked = view(await session.withDatabase((db) => revokeCle(db, reference)));
      session.output.print(revoked, () => `${revoked.prefixe}… is revoked since ${when(revoked.revoquee_le) ?? ''}.`);
    });

  cle
    .command('renouveler')
    .description('replace a key by a new one with the same rights; the old one works on for a grace period')
    .argument('<cle>', REFERENCE)
    .option('--grace <duration>', 'how long the old key works on: 90s, 30m, 24h, 7d', duration, ONE_DAY_SECONDS)
    .addHelpText('after', '\nExample:\n  ops cle renouveler mpk_3fW9aZ1q --grace 7d')
    .action(async (reference: string, options: { grace: number }) => {
      const issued = await session.withDatabase((db) => rotateCle(db, { reference, graceSeconds: options.grace }));
      printIssued(session, issued, issued.remplacee);
    });
}

function printIssued(session: Session, { cle, secret }: IssuedCle, remplacee?: Cle): void {
  const replaced = remplacee && view(remplacee);
  const data = { ...view(cle), cle: secret, ...(replaced && { remplace: replaced }) };
  session.output.print(data, () =>
    [
      record({
        cle: secret,
        id: data.id,
        usage: data.usage,
        perimetres: scopes(data.perimetres),
        expire_le: when(data.expire_le),
      }),
      '',
      'The key is shown this once: copy it now.',
      ...(replaced ? [`The old key ${replaced.prefixe}… works until ${when(replaced.expire_le) ?? ''}.`] : []),
    ].join('\n'),
  );
}

function scopes(perimetres: readonly Perimetre[]): string {
  return perimetres.length === PERIMETRES.length ? 'tous' : perimetres.join(',');
}

function perimetres(text: string): Perimetre[] {
  return text.split(',').map((part) => {
    const known = PERIMETRES.find((perimetre) => perimetre === part.trim());
    if (known === undefined) throw new InvalidArgumentError(`Use ${PERIMETRES.join(', ')}.`);
    return known;
  });
}

function view(cle: Cle) {
  return {
    id: cle.id,
    compte_id: cle.compteId,
    prefixe: cle.prefixe,
    etat: state(cle),
    usage: cle.usage,
    perimetres: cle.perimetres,
    creee_le: cle.creeeLe.toISOString(),
    expire_le: cle.expireLe?.toISOString() ?? null,
    revoquee_le: cle.revoqueeLe?.toISOString() ?? null,
    remplacee_par: cle.remplaceePar,
  };
}

function state(cle: Cle): 'valide' | 'expirée' | 'révoquée' {
  if (cle.revoqueeLe !== null) return 'révoquée';
  return cle.expireLe !== null && cle.expireLe.getTime() <= Date.now() ? 'expirée' : 'valide';
}
