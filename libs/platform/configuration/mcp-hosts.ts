import type { Given } from './setting.js';

/** Names that the tool server answers to: a page that had its own name point at this machine is refused. */
export const mcpHosts: Given<string[]> = {
  variable: 'MCP_HOSTS',
  accepted: 'host names or IP addresses without port (IPv6 in brackets), separated by commas',
  default: 'localhost,127.0.0.1,[::1]',
  description:
    'Names under which /mcp may be asked (header Host), and of the web pages that may ask it (header Origin). Give the public name of the service.',
  read(text) {
    const names = text.split(',').map((name) => name.trim().toLowerCase());
    return names.every((name) => /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])$/.test(name)) ? names : undefined;
  },
};
