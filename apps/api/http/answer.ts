/** What a handler gives: the body to send as it is, and the records that it serves. */
export interface Answer {
  /** JSON in UTF-8. As bytes: a long text costs ten times as much each time that it is sent (long-values.ts). */
  body: Buffer;
  /** Records counted in the quota. */
  served: number;
}

/** A list of items that are already JSON texts: spliced, never parsed. */
export function listAnswer(items: readonly string[], meta: object): Answer {
  return joinedAnswer(items.join(','), items.length, meta);
}

/** The same of items that the database joined by commas. */
export function joinedAnswer(items: string | Buffer, served: number, meta: object): Answer {
  const end = `],"meta":${JSON.stringify(meta)}}`;
  if (typeof items === 'string') return textAnswer(`{"data":[${items}${end}`, served);
  return { body: Buffer.concat([Buffer.from('{"data":['), items, Buffer.from(end)]), served };
}

/** One item that is already a JSON text. */
export function itemAnswer(item: string): Answer {
  return textAnswer(`{"data":${item}}`, 1);
}

/** Values of the API's own, on routes that consume no quota. */
export function plainAnswer(body: object): Answer {
  return textAnswer(JSON.stringify(body), 0);
}

export function textAnswer(json: string, served: number): Answer {
  return { body: Buffer.from(json), served };
}
