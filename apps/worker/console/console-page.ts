import { applyDecorators, Controller, UseFilters, UseGuards } from '@nestjs/common';
import { OperatorGuard } from '../http/operator.guard.js';
import { ConsoleFilter } from './console.filter.js';

/** A page that operators alone are shown. */
export function ConsolePage(path: string): ClassDecorator {
  return applyDecorators(Controller(path), UseGuards(OperatorGuard), UseFilters(ConsoleFilter));
}
