import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import type { Registre } from '../../registres.js';
import { recordsOf } from '../../decp/records.js';
import type { RegisterRecord } from '../../decp/register-record.js';

const SAMPLES = '../shared/samples';

/** Real files of the registers; each as the register that publishes what its maker sends. */
export const SAMPLE_FILES: readonly { file: string; registre: Registre }[] = [
  { file: 'decp_2019/marches-publics.info_2019-03.json', registre: 'decp_minef' },
  { file: 'decp_2019/data.gouv.fr_aife_2019.json', registre: 'aife_dume' },
  { file: 'decp_2019/data.gouv.fr_pes_2019-03-07.json', registre: 'pes_marche' },
  { file: 'decp_2019/data.gouv.fr_pes_2019-04.json', registre: 'pes_marche' },
  { file: 'decp_2019/eclaireur_reduced_decp_2019.json', registre: 'decp_minef' },
  { file: 'decp_2022/pes_marche_2022-2026_extrait.csv', registre: 'pes_marche' },
  { file: 'decp_2022/decp-processing_decp_test_2022.json', registre: 'decp_minef' },
  { file: 'decp_2022/eclaireur_raw.json', registre: 'decp_minef' },
  { file: 'decp_2022/rama_test_after2024.xml', registre: 'aife_dume' },
  { file: 'decp_2022/rama_test_before2024.xml', registre: 'aife_dume' },
  { file: 'decp_2022/rama_test_tri.xml', registre: 'aife_dume' },
  { file: 'decp_schemas/exemples/json/marches_avec_modifications.json', registre: 'decp_minef' },
  { file: 'decp_schemas/exemples/json/concessions.json', registre: 'decp_minef' },
  { file: 'decp_schemas/exemples/json/concessions_avec_modifications.json', registre: 'decp_minef' },
  { file: 'decp_schemas/exemples/json/marches_concessions.json', registre: 'decp_minef' },
  { file: 'decp_schemas/exemples/xml/Marche.xml', registre: 'decp_minef' },
  { file: 'decp_schemas/exemples/xml/Contrat-concession.xml', registre: 'decp_minef' },
  { file: 'decp_schemas/exemples/xml/Contrat-concession-modification.xml', registre: 'decp_minef' },
];

/** Whether the real files are there: said loudly where they are not. */
export function hasSampleFiles(): boolean {
  const missing = SAMPLE_FILES.filter(({ file }) => !existsSync(`${SAMPLES}/${file}`));
  if (missing.length > 0) {
    // Not through the console, which Jest keeps quiet for suites that are all skipped.
    process.stderr.write(`\nWARNING: ${SAMPLES}/${missing[0]?.file} is absent, tests that read it are SKIPPED\n`);
  }
  return missing.length === 0;
}

export async function sampleRecords(file: string): Promise<RegisterRecord[]> {
  const path = `${SAMPLES}/${file}`;
  if (file.endsWith('.csv')) return rowsOf(path);
  const records: RegisterRecord[] = [];
  for await (const record of recordsOf(createReadStream(path))) records.push(record);
  return records;
}

/** The extract of PES Marché has six columns of the format 2022, without holders. */
function rowsOf(path: string): RegisterRecord[] {
  const rows = parse<Record<string, string>>(readFileSync(path), { columns: true, bom: true });
  return rows.map((row) => {
    const record = {
      id: row['id_marche'],
      acheteur: { id: row['id_acheteur'] },
      objet: row['objet_marche'],
      montant: row['montant_marche'],
      dateNotification: row['date_notification'],
    };
    return { body: JSON.stringify(record), record };
  });
}
