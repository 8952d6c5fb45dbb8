/**
 * Where facts are read and written: `write`, those in force; `shadow`, those that a replay rebuilds beside them (write/replay).
 * Queries name it in their text: a session setting such as search_path would fall through to the facts in force.
 */
export type FactsSchema = 'write' | 'shadow';
