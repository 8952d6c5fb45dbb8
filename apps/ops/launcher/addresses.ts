/** Addresses under which a person on this machine reaches a server that listens on `host`. */
export function publicAddresses(host: string, port: number): { base_url: string; mcp_url: string; docs_url: string } {
  const origin = `http://${reachable(host)}:${port}`;
  return { base_url: `${origin}/api/v1`, mcp_url: `${origin}/mcp`, docs_url: `${origin}/api/v1/docs` };
}

/** A server that listens on every address is reached on the loopback one. */
function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}
