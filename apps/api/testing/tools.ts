/** A tool's result as it came over HTTP. */
export interface ToolAnswer {
  /** Of HTTP. */
  status: number;
  headers: Headers;
  result: ToolResult | undefined;
  /** JSON-RPC error, or the envelope of a refusal at the door. */
  error: { code: number | string; message: string } | undefined;
  /** The contract's code of a refused call, or undefined. */
  code: string | undefined;
}

export interface ToolResult {
  isError?: boolean;
  content: { type: string; text: string }[];
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the body of any route
  structuredContent?: any;
  tools?: { name: string }[];
}

/** One message of the protocol by itself, as a client without a session sends it. */
export async function send(url: string, key: string | null, method: string, params: unknown): Promise<ToolAnswer> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      ...(key === null ? {} : { 'X-API-Key': key }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const text = await answer.text();
  const message = JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text) as {
    result?: ToolResult;
    error?: ToolAnswer['error'];
  };
  const { result, error } = message;
  return { status: answer.status, headers: answer.headers, result, error, code: codeOf(result) };
}

/** Calls a tool. */
export function callTool(url: string, key: string, name: string, given: unknown = {}): Promise<ToolAnswer> {
  return send(url, key, 'tools/call', { name, arguments: given });
}

/** Names of the tools that a key is shown. */
export async function listedTools(url: string, key: string): Promise<string[]> {
  const { result } = await send(url, key, 'tools/list', {});
  return (result?.tools ?? []).map(({ name }) => name);
}

function codeOf(result: ToolResult | undefined): string | undefined {
  if (result?.isError !== true) return undefined;
  return (JSON.parse(result.content[0]!.text) as { error: { code: string } }).error.code;
}
