import type { ImportReport } from '#opportunites/write/import-report';
import { faultsText } from '../output/lines-text.js';
import { Refusal } from '../refusal.js';
import type { Session } from '../session.js';

/** Says what an import did. @throws Refusal, naming the lines, when it wrote nothing because some are wrong. */
export function printImport(session: Session, report: ImportReport, text: () => string): void {
  if (!report.ecrit) {
    throw new Refusal(
      `${faultsText(report)}\nNothing is written: correct ${report.refusees === 1 ? 'this line' : 'these lines'}, or give --ignorer-erreurs to write the others.`,
    );
  }
  session.output.print(report, () => [`${text()}.`, ...(report.refusees > 0 ? [faultsText(report)] : [])].join('\n'));
}
