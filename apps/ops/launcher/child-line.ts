import { styleText } from 'node:util';
import type { OutputStream } from './app-process.js';

/** One line of an application, read for people. */
export interface ChildLine {
  level: number;
  text: string;
}

const LEVELS = [
  { from: 60, name: 'fatal', colour: 'red' },
  { from: 50, name: 'error', colour: 'red' },
  { from: 40, name: 'warn', colour: 'yellow' },
  { from: 30, name: 'info', colour: 'green' },
  { from: 20, name: 'debug', colour: 'gray' },
  { from: 10, name: 'trace', colour: 'gray' },
] as const;
const ERROR = 50;
const INFO = 30;
const SHOWN_APART: ReadonlySet<string> = new Set(['level', 'time', 'name', 'context', 'msg', 'pid', 'hostname']);
/** The frames of a stack, and blank lines: the line above them says what happened. */
const FRAME = /^\s*(at .*)?$/;

/** Numeric level (pino's) of a level's name; `info` for a name that is not one. */
export function levelOf(name: string): number {
  if (name === 'silent') return Number.POSITIVE_INFINITY;
  return LEVELS.find((level) => level.name === name)?.from ?? INFO;
}

/**
 * Reads a pino line; anything else is what a crashing runtime prints on its error stream, or plain speech.
 * Nested fields are left to the raw logs, except the error's own message.
 */
export function readChildLine(line: string, stream: OutputStream): ChildLine {
  const entry = asRecord(line);
  if (typeof entry?.['level'] !== 'number')
    return { level: stream === 'stdout' || FRAME.test(line) ? INFO : ERROR, text: line };
  const context = typeof entry['context'] === 'string' ? `${entry['context']}: ` : '';
  const message = typeof entry['msg'] === 'string' ? entry['msg'] : '';
  const error = entry['err'] as { message?: unknown; stack?: unknown } | undefined;
  const reason = typeof error?.message === 'string' && !message.includes(error.message) ? error.message : '';
  const text = context + [message, reason].filter(Boolean).join(': ');
  return { level: entry['level'], text: [text, ...facts(entry)].join(' ') };
}

/** `source=ted reason="no answer"`: what the line says beside its message. */
function facts(entry: Record<string, unknown>): string[] {
  return Object.entries(entry)
    .filter(([name, value]) => !SHOWN_APART.has(name) && ['string', 'number', 'boolean'].includes(typeof value))
    .map(([name, value]) => `${name}=${/^[^\s"]+$/.test(String(value)) ? String(value) : JSON.stringify(value)}`);
}

/** `worker  warn   boamp: …`, coloured when the terminal takes colours. */
export function formatChildLine(name: string, line: ChildLine, colours: boolean): string {
  const level = LEVELS.find((candidate) => line.level >= candidate.from) ?? LEVELS[5];
  const label = level.name.padEnd(5);
  const head = name.padEnd(9);
  return colours
    ? `${styleText('cyan', head)} ${styleText(level.colour, label)} ${line.text}`
    : `${head} ${label} ${line.text}`;
}

function asRecord(line: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
