import { text } from '../values/text.js';
import { at, type Node, nodes, word } from './json.js';

/** Why the latest amendment was made, in its own words; `statusDetails` of the tender for a cancellation without one. */
export function motifOf(release: Node): string | null {
  const tender = at(release, 'tender');
  const amendments = [...nodes(at(tender, 'amendment')), ...nodes(at(tender, 'amendments'))];
  const [latest] = amendments
    .map((node, index) => ({ node, index, date: word(at(node, 'date')) ?? '' }))
    .sort((a, b) => (a.date === b.date ? b.index - a.index : a.date < b.date ? 1 : -1));
  const told = [at(latest?.node, 'rationale'), at(latest?.node, 'description')].map(text);
  const said = [...new Set(told)].filter((part) => part !== null).join('\n');
  return said || text(at(tender, 'statusDetails'));
}
