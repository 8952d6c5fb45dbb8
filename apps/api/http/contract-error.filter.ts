import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { refuse } from './refuse.js';

/** Every error of Nest's routes. */
@Catch()
export class ContractErrorFilter implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    refuse(error, http.getRequest(), http.getResponse());
  }
}
