import type { Element, Surface } from './surface.js';

/** One thing that a client could rely on and no longer can. */
export interface Difference {
  /** Name of the element, as announcements give it. */
  element: string;
  what: string;
}

/**
 * What of a surface a client of the earlier one can no longer rely on. Additions are compatible (a field, a route, a
 * tool, a value, an optional parameter): clients ignore what they do not know. What stands below an element that is
 * gone is not told again.
 */
export function incompatibilities(before: Surface, after: Surface): Difference[] {
  const gone: string[] = [];
  const found: Difference[] = [];
  for (const [name, old] of before) {
    if (gone.some((above) => covers(above, name))) continue;
    const now = after.get(name);
    if (now === undefined) {
      gone.push(name);
      found.push({ element: name, what: 'removed or renamed' });
    } else found.push(...changes(old, now).map((what) => ({ element: name, what })));
  }
  for (const [name, now] of after) {
    // Below an element that is new itself nobody sends anything yet.
    if (now.direction === 'in' && now.required && !before.has(name) && before.has(parentOf(name))) {
      found.push({ element: name, what: 'required, and new' });
    }
  }
  return found;
}

/** Whether an element is the named one or a part of it: `GET /avis` covers `GET /avis ?tri`, `Avis` covers `Avis.titre`. */
export function covers(name: string, element: string): boolean {
  return element === name || (element.startsWith(name) && /^[ .[|]/.test(element.slice(name.length)));
}

function changes(old: Element, now: Element): string[] {
  const incoming = old.direction === 'in';
  const [wide, narrow] = incoming ? [now, old] : [old, now];
  const found: string[] = [];
  if (incoming && now.required && !old.required) found.push('now required');
  if (!incoming && old.required && !now.required) found.push('no longer always there');
  if (!holdsTypes(wide.types, narrow.types)) found.push(`type ${told(old.types)} became ${told(now.types)}`);
  found.push(...valueChanges(old, now));
  for (const bounds of ['least', 'most'] as const) {
    for (const key of new Set([...Object.keys(old[bounds]), ...Object.keys(now[bounds])])) {
      const [of, at] = [wide[bounds][key], narrow[bounds][key]];
      const holds = of === undefined || (at !== undefined && (bounds === 'least' ? of <= at : of >= at));
      if (!holds) found.push(`${key} ${told(old[bounds][key])} became ${told(now[bounds][key])}`);
    }
  }
  return [...found, ...textChanges(old, now)];
}

function valueChanges(old: Element, now: Element): string[] {
  if (old.values === null) {
    return now.values !== null && old.direction === 'in' ? [`only ${now.values.join(', ')} accepted`] : [];
  }
  // Out of a closed list into any text: what clients read is no longer what they were told to expect.
  if (now.values === null) return old.direction === 'out' ? ['no longer a closed list'] : [];
  const known = new Set(now.values);
  return old.values.filter((value) => !known.has(value)).map((value) => `value ${value} removed`);
}

function textChanges(old: Element, now: Element): string[] {
  const keys = new Set([old, now].flatMap((side) => [...Object.keys(side.restrictions), ...Object.keys(side.meaning)]));
  return [...keys].flatMap((key) => {
    const [from, to] = [old, now].map((side) => side.restrictions[key] ?? side.meaning[key]);
    if (from === to) return [];
    if (from === undefined)
      return old.direction === 'in' && key in now.restrictions ? [`${key} ${told(to)} added`] : [];
    if (to !== undefined) return [`${key} ${from} became ${to}`];
    return key in old.meaning || old.direction === 'out' ? [`${key} ${from} removed`] : [];
  });
}

function holdsTypes(wide: readonly string[] | null, narrow: readonly string[] | null): boolean {
  if (wide === null) return true;
  if (narrow === null) return false;
  return narrow.every((type) => wide.includes(type) || (type === 'integer' && wide.includes('number')));
}

/** The element that holds this one. */
function parentOf(name: string): string {
  return name.slice(0, Math.max(...[' ', '.', '[', '|'].map((mark) => name.lastIndexOf(mark))));
}

function told(value: readonly string[] | string | number | null | undefined): string {
  if (value === null || value === undefined) return 'any';
  return Array.isArray(value) ? value.join('|') : String(value);
}
