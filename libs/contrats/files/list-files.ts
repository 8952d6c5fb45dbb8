import { type HttpClient, UnexpectedAnswer } from '#sources/adapter';
import { type DatasetFile, filesOfDataset } from './dataset.js';

/** Where data.gouv, or what stands in for it, describes a dataset. */
const DATASET = /^https?:\/\/[^/]+\/api\/\d+\/datasets\/[^/?#]+\/?$/i;

/**
 * The files of a register, in the order in which they are read.
 * @param adresse of a dataset's description, of a file, or a path on this machine.
 * @throws HttpFault, UnexpectedAnswer.
 */
export async function listFiles(http: HttpClient, adresse: string): Promise<Pick<DatasetFile, 'url'>[]> {
  if (!DATASET.test(adresse)) return [{ url: adresse }];
  // The publisher's own form ends in a slash, and redirects without.
  const { body } = await http.get(adresse.replace(/\/?$/, '/'), { accept: 'application/json' });
  const files = filesOfDataset(parsed(body));
  if (files === null) throw new UnexpectedAnswer(`${adresse} does not describe a dataset`);
  if (files.length === 0) throw new UnexpectedAnswer(`${adresse} offers no JSON or XML file`);
  return files;
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
}
