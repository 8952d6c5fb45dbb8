import type { Type } from '@nestjs/common';
import type { Passage } from './passage.js';
import type { Step } from './step.js';
import { ConcurrencyStep } from './steps/concurrency.step.js';
import { CutOffStep } from './steps/cut-off.step.js';
import { IpLimitStep } from './steps/ip-limit.step.js';
import { KeyLimitStep } from './steps/key-limit.step.js';
import { KeyStep } from './steps/key.step.js';
import { KnownRouteStep } from './steps/known-route.step.js';
import { ParametersStep } from './steps/parameters.step.js';
import { PermissionStep } from './steps/permission.step.js';
import { QuotaStep } from './steps/quota.step.js';

/** Every check of a request, in order: a request refused by one is not seen by the next, and has reserved nothing. */
export const STEPS: readonly Type<Step>[] = [
  IpLimitStep, // 429, before the key is read
  KnownRouteStep, // 404
  KeyStep, // 401
  PermissionStep, // 403: plan, then scope
  KeyLimitStep, // 429
  ConcurrencyStep, // 503, Retry-After 1
  CutOffStep, // 503: switches, first load
  ParametersStep, // 400
  QuotaStep, // 429: the reserve
];

/** What a request to the tool server meets before its body is read: who asks. */
const DOOR: readonly Type<Step>[] = [IpLimitStep, KnownRouteStep, KeyStep, PermissionStep];
/** What a message that calls no tool meets after the door. */
const MESSAGE: readonly Type<Step>[] = [KeyLimitStep, ConcurrencyStep];
/** What a tool's call meets after the door: all that its route's request would, the tool's scope being known now. */
const CALL: readonly Type<Step>[] = [
  PermissionStep,
  KeyLimitStep,
  ConcurrencyStep,
  CutOffStep,
  ParametersStep,
  QuotaStep,
];

/** Runs requests through the steps. */
export class Chain {
  constructor(private readonly steps: readonly Step[]) {}

  /** @throws ContractError of the first step that refuses. */
  async run(passage: Passage): Promise<void> {
    for (const step of this.steps) await step.check(passage);
  }

  /** The first step alone: of what is served beside the routes, such as the documentation page's files. */
  async runFirst(passage: Passage): Promise<void> {
    await this.steps[0]?.check(passage);
  }

  /** A request to the tool server: its door, then, its body read, either a message or a call. */
  runDoor(passage: Passage): Promise<void> {
    return this.runSome(DOOR, passage);
  }

  runMessage(passage: Passage): Promise<void> {
    return this.runSome(MESSAGE, passage);
  }

  runCall(passage: Passage): Promise<void> {
    return this.runSome(CALL, passage);
  }

  private async runSome(types: readonly Type<Step>[], passage: Passage): Promise<void> {
    for (const type of types) await this.steps.find((step) => step instanceof type)?.check(passage);
  }
}
