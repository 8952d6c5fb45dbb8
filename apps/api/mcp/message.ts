/** The JSON value of a body; undefined when it is none, which the protocol's own code then refuses. */
export function parsedBody(body: unknown): unknown {
  if (typeof body !== 'string') return undefined;
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** Method of a JSON-RPC message, or null when it has none. */
export function methodOf(message: unknown): string | null {
  if (typeof message !== 'object' || message === null || !('method' in message)) return null;
  return typeof message.method === 'string' ? message.method : null;
}

/** Name of the tool that a `tools/call` names, or null. */
export function toolNameOf(message: unknown): string | null {
  const params = (message as { params?: unknown }).params;
  if (typeof params !== 'object' || params === null || !('name' in params)) return null;
  return typeof params.name === 'string' ? params.name : null;
}

/** A refusal of the protocol itself. */
export function protocolRefusal(message: unknown, code: number, text: string): string {
  const id = typeof message === 'object' && message !== null && 'id' in message ? message.id : null;
  const isId = typeof id === 'string' || typeof id === 'number';
  return JSON.stringify({ jsonrpc: '2.0', id: isId ? id : null, error: { code, message: text } });
}
