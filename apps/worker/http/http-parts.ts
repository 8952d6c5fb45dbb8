import { Attempts } from './attempts.js';
import { OperatorDoor } from './operator-door.js';
import { OperatorGuard } from './operator.guard.js';

/** What any controller of the worker may lean on: `@UseGuards(OperatorGuard)` lets operators in alone. */
export const HTTP_PROVIDERS = [Attempts, OperatorDoor, OperatorGuard];
