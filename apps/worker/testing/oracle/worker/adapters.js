import * as real from '#sources/adapters';

export * from '#sources/adapters';

/** Of the sources only BOAMP, which the oracle serves, by its own adapter. */
export const collectorOf = (source, ...where) => (source === 'boamp' ? real.collectorOf(source, ...where) : null);

/** What the writers archive are publications as JSON (../history.ts). */
export const normaliserOf = (format) =>
  format === 'rss-item'
    ? ({ body }) => ({ ok: true, publication: JSON.parse(body.toString()) })
    : real.normaliserOf(format);
