import type { Policy } from '../access/policy.js';
export function operationDecorators(_policy: Policy): MethodDecorator[] {
  return [];
}
