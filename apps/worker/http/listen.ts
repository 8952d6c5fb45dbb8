import { Logger } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Configuration } from '#platform/configuration/configuration';

/** Opens the worker's own server. @throws when it cannot, saying which setting to change; the worker is ended. */
export async function listen(
  app: NestFastifyApplication,
  { workerHost, workerPort, operatorToken }: Configuration,
): Promise<void> {
  try {
    await app.listen(workerPort, workerHost);
  } catch (error) {
    await app.close();
    const { code = String(error) } = error as NodeJS.ErrnoException;
    throw new Error(
      `The worker cannot listen at ${workerHost}, port ${workerPort} (${code}): choose others with WORKER_HOST and WORKER_PORT (0: any free port).`,
      { cause: error },
    );
  }
  const logger = new Logger('http');
  logger.log(
    { console: await app.getUrl() },
    operatorToken === null ? 'console closed: no OPERATOR_TOKEN' : 'console open',
  );
}
