const UNSTORABLE = /\0|\p{Surrogate}/u;

/**
 * Whether PostgreSQL's jsonb takes a value: no key and no text of its JSON holds a NUL or a lone surrogate. Keys and
 * texts are looked at, not JSON's escapes of them: a text may itself hold the letters of an escape (`\uDA`).
 */
export function isStorable(value: unknown): boolean {
  let storable = true;
  JSON.parse(JSON.stringify(value), (key: string, inner: unknown) => {
    storable &&= !UNSTORABLE.test(key) && !(typeof inner === 'string' && UNSTORABLE.test(inner));
    return inner;
  });
  return storable;
}
