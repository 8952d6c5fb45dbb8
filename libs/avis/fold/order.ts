import type { Publication } from '#sources/publication';

/** A TED publication number `47522-2024`: number, then year. A BOAMP idweb is `YY-n`, which a year of four digits tells apart. */
const NUMBER_THEN_YEAR = /^(\d{1,8})-(\d{4})$/;

/**
 * Order of two identifiers of one source, oldest first: by numbers, never as text (`25-9` before `25-10`).
 * @param source its code: only TED's numbers end with their year; a BOAMP `26-2015` does not.
 */
export function compareIdentifiants(source: string, a: string, b: string): number {
  const left = parts(source, a);
  const right = parts(source, b);
  for (let index = 0; index < Math.max(left.length, right.length); index += 1) {
    const order = comparePart(left[index], right[index]);
    if (order !== 0) return order;
  }
  return a < b ? -1 : a > b ? 1 : 0;
}

function parts(source: string, identifiant: string): string[] {
  const ted = source === 'ted' ? NUMBER_THEN_YEAR.exec(identifiant) : null;
  if (ted?.[1] !== undefined && ted[2] !== undefined) return [ted[2], '-', ted[1]];
  return identifiant.match(/\d+|\D+/g) ?? [];
}

function comparePart(a: string | undefined, b: string | undefined): number {
  if (a === undefined || b === undefined) return (a === undefined ? 0 : 1) - (b === undefined ? 0 : 1);
  const bothNumbers = /^\d/.test(a) && /^\d/.test(b);
  const left = bothNumbers ? a.replace(/^0+(?=\d)/, '') : a;
  const right = bothNumbers ? b.replace(/^0+(?=\d)/, '') : b;
  if (bothNumbers && left.length !== right.length) return left.length - right.length;
  return left < right ? -1 : left > right ? 1 : 0;
}

type Ordered = Pick<Publication, 'source' | 'identifiant' | 'date_publication' | 'stated_at'>;

/**
 * Order in which corrections are laid over a notice: day of publication, then the instant of their state where the source
 * gives it, then identifier. An unknown day comes last.
 */
export function comparePublications(a: Ordered, b: Ordered): number {
  const left = a.date_publication ?? '9999-12-31';
  const right = b.date_publication ?? '9999-12-31';
  if (left !== right) return left < right ? -1 : 1;
  const [from, to] = [a.stated_at ?? '', b.stated_at ?? ''];
  if (from !== to) return from < to ? -1 : 1;
  return compareIdentifiants(a.source, a.identifiant, b.identifiant);
}
