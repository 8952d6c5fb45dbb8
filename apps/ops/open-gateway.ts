import type { Configuration } from '#platform/configuration/configuration';
import { createHttpGateway, type HttpGateway } from '#platform/http/client';
import { userAgent } from '#platform/http/user-agent';

/** The way out to the registers, for a command that reads them itself. To be closed. */
export function openGateway(configuration: Configuration): HttpGateway {
  const { collectContact, siteUrl, httpTimeoutMs, httpMaxBytes, httpAttempts } = configuration;
  return createHttpGateway({
    userAgent: userAgent('reads public registers', collectContact ?? siteUrl),
    timeoutMs: httpTimeoutMs,
    maxBytes: httpMaxBytes,
    attempts: httpAttempts,
  });
}
