/** Addresses under which a person on this machine reaches a server that listens on `host`. */
export function publicAddresses(host: string, port: number): { base_url: string; mcp_url: string; docs_url: string } {
  const server = origin(host, port);
  return { base_url: `${server}/api/v1`, mcp_url: `${server}/mcp`, docs_url: `${server}/api/v1/docs` };
}

export function origin(host: string, port: number): string {
  return `http://${reachable(host)}:${port}`;
}

/** A server that listens on every address is reached on the loopback one. */
function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}
