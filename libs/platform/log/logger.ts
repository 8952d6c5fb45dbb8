import type { Params } from 'nestjs-pino';
import pino, { type Logger, type LoggerOptions, type SerializedRequest, type SerializedResponse } from 'pino';
import { PinoPretty } from 'pino-pretty';
import { REDACTED_PATHS, withoutKeys, withoutPersons } from './redaction.js';

export interface LogSettings {
  /** Name of the application, on every line. */
  name: string;
  /** pino level. */
  level: string;
  /** `auto`: readable lines when standard output is a terminal, JSON otherwise. */
  format: 'auto' | 'json' | 'pretty';
}

function options(settings: LogSettings): LoggerOptions {
  return {
    name: settings.name,
    level: settings.level,
    base: { name: settings.name },
    redact: { paths: REDACTED_PATHS, censor: '[redacted]' },
    timestamp: pino.stdTimeFunctions.isoTime,
  };
}

/** Pretty lines are made in this process, not in a worker thread: a crash loses none of them. */
function stream(settings: LogSettings): pino.DestinationStream {
  const pretty = settings.format === 'pretty' || (settings.format === 'auto' && process.stdout.isTTY);
  return pretty
    ? PinoPretty({
        sync: true,
        ignore: 'pid,hostname,req,res,context',
        messageFormat: '{if context}{context}: {end}{msg}',
      })
    : pino.destination({ dest: 1, sync: true });
}

/** The logger of a process. */
export function createLogger(settings: LogSettings): Logger {
  return pino(options(settings), stream(settings));
}

/** A key sent in the address by mistake is refused, and must not be kept either; nor whom is asked about. */
function describeRequest({ id, method, url, remoteAddress }: SerializedRequest) {
  return { id, method, url: withoutPersons(withoutKeys(url)), remoteAddress };
}

function describeResponse({ statusCode }: SerializedResponse) {
  return { statusCode };
}

/** Levels at which the line of each request is written. */
const TELLS_REQUESTS: ReadonlySet<string> = new Set(['debug', 'trace']);

/**
 * Options of nestjs-pino's `LoggerModule.forRoot`: one line a request at debug, keys redacted. At other levels requests
 * do not go through it at all: besides a logger for each, it keeps a context across every promise of the process, a tenth
 * of what a page costs Node 20.
 */
export function nestLogParams(settings: LogSettings): Params {
  return {
    ...(TELLS_REQUESTS.has(settings.level) ? {} : { forRoutes: [] }),
    pinoHttp: {
      logger: createLogger(settings),
      // A refusal is an answer: what the operator must know of is logged where it happens, not once a refused request.
      customLogLevel: () => 'debug',
      serializers: { req: describeRequest, res: describeResponse },
    },
  };
}
