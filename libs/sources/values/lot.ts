const ORDER = new Intl.Collator('fr', { numeric: true });

/** Order of lot numbers: by number, the others behind in alphabetical order. */
export function compareLotNumbers(a: string, b: string): number {
  return ORDER.compare(a, b);
}

/** A lot is served with one text: its title, then what the description adds to it. */
export function lotDescription(title: string | null, description: string | null): string | null {
  if (title === null || description === null) return title ?? description;
  return description.startsWith(title) ? description : `${title}\n${description}`;
}
