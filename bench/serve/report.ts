import { cpus, totalmem } from 'node:os';
import type { Load } from './load.js';

/** What a run must be read with. */
export function reportMachine(sizes: object): void {
  const machine = {
    processors: cpus().length,
    model: cpus()[0]?.model.trim(),
    memoryGb: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    date: new Date().toISOString(),
  };
  console.log(JSON.stringify({ bench: 'serve', machine, ...sizes }));
}

/** The values in the middle: what one slow round did not decide. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

const median = (values: readonly number[]) => quantile(values, 0.5);
const rate = ({ times, seconds }: Load) => times.length / seconds;

interface Line {
  perSecond: number;
  /** Lowest and highest of the rounds. */
  spread: [number, number];
  p50: number;
  p99: number;
  serverMs: number;
  databaseMs: number;
  rssMb: number;
}

export function lineOf(loads: readonly Load[]): Line {
  const times = loads.flatMap((load) => load.times);
  const each = (key: 'serverMs' | 'databaseMs') =>
    round(loads.reduce((sum, load) => sum + load[key], 0) / times.length, 2);
  const rates = loads.map(rate);
  return {
    perSecond: round(median(rates), 0),
    spread: [round(Math.min(...rates), 0), round(Math.max(...rates), 0)],
    p50: round(quantile(times, 0.5), 2),
    p99: round(quantile(times, 0.99), 2),
    serverMs: each('serverMs'),
    databaseMs: each('databaseMs'),
    rssMb: round(Math.max(...loads.map(({ rss }) => rss)) / 2 ** 20, 0),
  };
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}

export const HEADINGS = `${'/s'.padStart(6)} ${'spread'.padStart(11)} ${'p50 ms'.padStart(7)} ${'p99 ms'.padStart(7)} ${'CPU ms'.padStart(7)} ${'PG ms'.padStart(7)} ${'RSS MB'.padStart(7)}`;

export function cells({ perSecond, spread, p50, p99, serverMs, databaseMs, rssMb }: Line): string {
  const texts: [string, number][] = [
    [String(perSecond), 6],
    [spread.join('–'), 11],
    [p50.toFixed(2), 7],
    [p99.toFixed(2), 7],
    [serverMs.toFixed(2), 7],
    [databaseMs.toFixed(2), 7],
    [String(rssMb), 7],
  ];
  return texts.map(([text, width]) => text.padStart(width)).join(' ');
}

/** One table for these connections: each side, and how many times as fast the first one is, round by round. */
export function reportSides(connections: number, rounds: readonly Map<string, Load>[]): void {
  const names = [...(rounds[0]?.keys() ?? [])];
  const [ours] = names;
  console.log(
    `${'page of 100, '.concat(String(connections), connections === 1 ? ' connection' : ' connections').padEnd(28)} ${HEADINGS}  ours against it`,
  );
  for (const name of names) {
    const loads = rounds.flatMap((one) => one.get(name) ?? []);
    const line = lineOf(loads);
    const ratios = rounds.flatMap((one) => {
      const [mine, theirs] = [one.get(ours ?? ''), one.get(name)];
      return mine === undefined || theirs === undefined ? [] : [rate(mine) / rate(theirs)];
    });
    const ratio = round(median(ratios), 2);
    const ratioSpread = [round(Math.min(...ratios), 2), round(Math.max(...ratios), 2)];
    console.log(
      `${name.padEnd(28)} ${cells(line)}  ${ratio.toFixed(2)} (${ratioSpread.map((one) => one.toFixed(2)).join('–')})`,
    );
    console.log(
      JSON.stringify({
        bench: 'serve',
        what: 'page of 100',
        side: name,
        connections,
        rounds: loads.length,
        ratio,
        ratioSpread,
        ...line,
      }),
    );
  }
  console.log('');
}

/** One table for each number of connections: every route of ours. */
export function reportRoutes(
  names: readonly string[],
  connections: readonly number[],
  loadsOf: (name: string, connections: number) => readonly Load[],
): void {
  for (const one of connections) {
    console.log(`${`ours, connections: ${one}`.padEnd(36)} ${HEADINGS}`);
    const lines = names.map((name) => ({ name, line: lineOf(loadsOf(name, one)) }));
    for (const { name, line } of lines) console.log(`${name.padEnd(36)} ${cells(line)}`);
    for (const { name, line } of lines) {
      console.log(JSON.stringify({ bench: 'serve', what: name, side: 'ours', connections: one, ...line }));
    }
    console.log('');
  }
}
