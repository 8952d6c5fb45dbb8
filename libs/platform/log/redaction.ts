/** Where keys and passwords may stand in what is logged (pino `redact`). */
export const REDACTED_PATHS = [
  'req.headers.authorization',
  'req.headers["x-api-key"]',
  'req.headers.cookie',
  '*.authorization',
  '*["x-api-key"]',
  '*.password',
  '*.cle',
];

/** The address of a database or of Redis without its user and password, fit for a log line. */
export function withoutCredentials(address: string): string {
  if (!URL.canParse(address)) return '(unreadable address)';
  const url = new URL(address);
  url.username = '';
  url.password = '';
  return url.href;
}

/** A text whose API keys are masked, wherever they stand in it. */
export function withoutKeys(text: string): string {
  return text.replace(/mpk_[0-9A-Za-z]+/g, 'mpk_[redacted]');
}

/**
 * The address of a request without what it asks about companies and persons (words, names of records, SIRENs and SIRETs
 * wherever they stand), who may be some that nobody may tell of: logs are no place where they could be found.
 */
export function withoutPersons(url: string): string {
  return url
    .replace(/(\/(?:prestataires|acheteurs)\/)[^/?#]+/, '$1[redacted]')
    .replace(/([?&](?:q|curseur)=)[^&#]*/g, '$1[redacted]')
    .replace(/\d{9,}/g, '[redacted]');
}
