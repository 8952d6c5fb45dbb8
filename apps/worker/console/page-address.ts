const HOME = '/';

/** A path of this server, fit to be redirected to: an address of another site gives the first page. */
export function pageAddress(given: unknown): string {
  return typeof given === 'string' && /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(given) ? given : HOME;
}
