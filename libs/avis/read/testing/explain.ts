import type pg from 'pg';

interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Node[];
}

/** What a query did, from EXPLAIN ANALYZE. */
export interface Explained {
  ms: number;
  /** Rows given. */
  rows: number;
  /** Tables read from end to end. */
  scanned: string[];
  /** Most rows that one sort was given. */
  sorted: number;
  /** Most rows that the scans of one table looked at, kept or not. */
  visited: number;
  /** First column of the first row. */
  value: number;
}

export async function explain(pool: pg.Pool, query: pg.QueryConfig): Promise<Explained> {
  const { rows } = await pool.query<{ 'QUERY PLAN': [{ Plan: Node; 'Execution Time': number }] }>({
    text: `explain (analyze, format json) ${query.text}`,
    values: query.values ?? [],
  });
  const first = rows[0]?.['QUERY PLAN'][0];
  if (first === undefined) throw new Error('EXPLAIN gave nothing');
  const nodes = flatten(first.Plan);
  const result = await pool.query<Record<string, unknown>>(query);
  return {
    ms: first['Execution Time'],
    rows: first.Plan['Actual Rows'],
    scanned: nodes.flatMap((node) => (node['Node Type'] === 'Seq Scan' ? [node['Relation Name'] ?? '?'] : [])),
    sorted: Math.max(0, ...nodes.map(sortedBy)),
    visited: Math.max(0, ...nodes.map(visitedBy)),
    value: Number(Object.values(result.rows[0] ?? {})[0] ?? 0),
  };
}

function visitedBy(node: Node): number {
  if (node['Relation Name'] === undefined) return 0;
  return (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
}

function sortedBy(node: Node): number {
  if (!node['Node Type'].includes('Sort')) return 0;
  return Math.max(0, ...(node.Plans ?? []).map((plan) => plan['Actual Rows'] * plan['Actual Loops']));
}

function flatten(node: Node): Node[] {
  return [node, ...(node.Plans ?? []).flatMap(flatten)];
}
