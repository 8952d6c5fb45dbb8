/** What a handler gives: the text to send as it is, and the records that it serves. */
export interface Answer {
  /** JSON. */
  text: string;
  /** Records counted in the quota. */
  served: number;
}

/** A list of items that are already JSON texts: spliced, never parsed. */
export function listAnswer(items: readonly string[], meta: object): Answer {
  return { text: `{"data":[${items.join(',')}],"meta":${JSON.stringify(meta)}}`, served: items.length };
}

/** The same of items that the database joined by commas. */
export function joinedAnswer(items: string, served: number, meta: object): Answer {
  return { text: `{"data":[${items}],"meta":${JSON.stringify(meta)}}`, served };
}

/** One item that is already a JSON text. */
export function itemAnswer(item: string): Answer {
  return { text: `{"data":${item}}`, served: 1 };
}

/** Values of the API's own, on routes that consume no quota. */
export function plainAnswer(body: object): Answer {
  return { text: JSON.stringify(body), served: 0 };
}
