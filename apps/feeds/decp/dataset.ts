import { DATASETS } from '#contrats/files/datasets';
import type { Registre } from '#contrats/registres';
import { REGISTER_FILES } from './files.js';

/** A dataset as data.gouv describes it: its files, and documentation among them. */
export function datasetOf(registre: Registre, origin: string, edition: number): unknown {
  const modified = new Date(edition).toISOString();
  const files = REGISTER_FILES.filter((file) => file.registre === registre).map(({ nom, format }) => ({
    id: nom,
    title: nom,
    type: 'main',
    format: format === 'xml' ? 'xml' : 'json',
    mime: format === 'xml' ? 'application/xml' : 'application/json',
    filetype: 'remote',
    url: `${origin}/decp/${nom}`,
    latest: `${origin}/decp/${nom}`,
    last_modified: modified,
  }));
  const notes = {
    id: 'notice',
    title: 'Notice technique.pdf',
    type: 'documentation',
    format: 'pdf',
    url: `${origin}/decp/notice.pdf`,
    last_modified: modified,
  };
  return { id: DATASETS[registre], title: `Données essentielles, ${registre}`, resources: [notes, ...files] };
}
