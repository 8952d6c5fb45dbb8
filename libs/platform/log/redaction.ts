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
