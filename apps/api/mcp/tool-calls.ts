import { Injectable } from '@nestjs/common';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { Chain } from '../access/chain.js';
import type { Passage } from '../access/passage.js';
import { Settlement } from '../access/settlement.js';
import { Answers } from '../http/answers.js';
import { toldRefusal } from '../http/told-refusal.js';
import type { Tool } from './tool.js';
import { toolArguments } from './tool-arguments.js';
import { refusedResult, resultOf } from './tool-result.js';

/** Calls tools: the chain, the memory, the quota and the handler of the route that each is. */
@Injectable()
export class ToolCalls {
  constructor(
    private readonly chain: Chain,
    private readonly answers: Answers,
    private readonly settlement: Settlement,
  ) {}

  /**
   * @param passage of the HTTP request, past the door; it becomes the call's.
   * @param given the call's `arguments`, anything at all.
   * @returns the result, a refusal included: never throws.
   */
  async call(tool: Tool, given: unknown, passage: Passage): Promise<CallToolResult> {
    passage.call(tool.policy, toolArguments(given, tool.policy, tool.pageSize));
    try {
      await this.chain.runCall(passage);
      const body = await this.answers.give(passage, async () => tool.handle(passage.request));
      passage.outcome = { route: tool.name, statut: 200 };
      return resultOf(tool, body.toString());
    } catch (error) {
      const refusal = toldRefusal(error, `Request ${passage.ask.id}, tool ${tool.name}`);
      await this.settlement.showOnRefusal(passage, refusal);
      for (const [name, value] of Object.entries(refusal.headers)) passage.headers.set(name, value);
      passage.refusal = refusal.code;
      passage.outcome = { route: tool.name, statut: refusal.status };
      return refusedResult(refusal);
    }
  }
}
