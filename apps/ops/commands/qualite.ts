import { type Command, InvalidArgumentError } from 'commander';
import { qualityReport } from '#avis/quality/report';
import type { SourceCode } from '#sources/registry';
import { qualityText } from '../output/quality-text.js';
import { sourcePlans } from '../queries/source-plans.js';
import type { Session } from '../session.js';
import { sourceCode } from './values.js';

/** `qualite`: what each source gives, month by month, and what is wrong with it. */
export function addQualite(program: Command, session: Session): void {
  program
    .command('qualite')
    .description('data quality by source and month: fields given, format faults, changes, disappearances, lateness')
    .option('--source <code>', 'of one source only', sourceCode)
    .option('--mois <month>', 'of one month only, YYYY-MM', month)
    .addHelpText('after', '\nExamples:\n  ops qualite --mois 2026-11\n  ops qualite --source place --json')
    .action(async ({ source, mois }: { source?: SourceCode; mois?: string }) => {
      const report = await session.withDatabase(async (db) => {
        const plans = await sourcePlans(db, session.configuration());
        const cadences = new Map(plans.map((plan) => [plan.source, plan.cadenceSeconds]));
        return qualityReport(db, { source: source ?? null, mois: mois ?? null }, cadences);
      });
      session.output.print(report, () => qualityText(report));
    });
}

function month(text: string): string {
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(text)) throw new InvalidArgumentError('Use a month, YYYY-MM.');
  return text;
}
