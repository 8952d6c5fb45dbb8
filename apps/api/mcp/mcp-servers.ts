import { Logger } from '@nestjs/common';
import {
  createMcpHandler,
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type McpRequestContext,
} from '@modelcontextprotocol/server';
import { Switches } from '#access/switches/switches';
import type { Passage } from '../access/passage.js';
import { API_VERSION } from '../openapi/version.js';
import { INSTRUCTIONS } from './instructions.js';
import { listedTool } from './listed-tool.js';
import { methodOf, toolNameOf } from './message.js';
import type { Tool } from './tool.js';
import { ToolCalls } from './tool-calls.js';

/** Speaks the protocol in each of its revisions: a server a request, nothing kept between two. */
export class McpServers {
  private readonly logger = new Logger('Mcp');
  private readonly handler = createMcpHandler((context) => this.serverOf(passageOf(context)), {
    onerror: (error) => this.logger.debug(`Message refused: ${error.message}`),
  });

  constructor(
    private readonly tools: readonly Tool[],
    private readonly calls: ToolCalls,
    private readonly switches: Switches,
  ) {}

  /** @param passage past the door. @param body of the request, parsed. @returns the protocol's own answer. */
  answer(passage: Passage, request: Request, body: unknown): Promise<Response> {
    const { cleId, perimetres } = passage.knownCle;
    // The key itself stays behind: nothing in the protocol's code may log it.
    const authInfo = { token: '', clientId: cleId, scopes: [...perimetres], extra: { passage } };
    return this.handler.fetch(request, { parsedBody: body, authInfo });
  }

  /** Whether a message calls one of the tools, which then makes the checks of its own route. */
  isCall(message: unknown): boolean {
    return methodOf(message) === 'tools/call' && this.tools.some(({ name }) => name === toolNameOf(message));
  }

  private serverOf(passage: Passage): McpServer {
    const mcp = new McpServer(
      { name: 'marches-publics', title: 'Marchés publics', version: API_VERSION },
      { capabilities: { tools: { listChanged: false } }, instructions: INSTRUCTIONS },
    );
    // Below the library's own registration of tools: it would check arguments by itself, with other codes and messages.
    mcp.server.setRequestHandler('tools/list', async () => ({ tools: await this.listed(passage) }));
    mcp.server.setRequestHandler('tools/call', async ({ params }) => {
      const tool = this.tools.find(({ name }) => name === params.name);
      if (tool !== undefined) return this.calls.call(tool, params.arguments, passage);
      const known = this.tools.map(({ name }) => name).join(', ');
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Outil inconnu ; outils : ${known}.`);
    });
    return mcp;
  }

  /** The tools that the key may call now (contract, Endpoints). */
  private async listed(passage: Passage) {
    const { perimetres } = passage.knownCle;
    const listed = [];
    for (const tool of this.tools) {
      const { scope, resource } = tool.policy;
      if (scope !== null && !perimetres.includes(scope)) continue;
      if (resource !== null && (await this.switches.isCut(resource))) continue;
      listed.push(listedTool(tool));
    }
    return listed;
  }
}

function passageOf({ authInfo }: McpRequestContext): Passage {
  return authInfo?.extra?.['passage'] as Passage;
}
