/**
 * The texts of the elements of `list`, a member of the object that a JSON text holds, exactly as they are written: what is
 * archived is what the publisher wrote, numbers that no double holds (`1e9999`, 20 digits) and repeated keys included.
 * Parsing and writing again would lose both.
 * @param json valid JSON, an object at its root: `JSON.parse` has read it before. @returns `[]` when it has no such list.
 */
export function elementsOf(json: string, list: string): string[] {
  let elements: string[] = [];
  let depth = 0;
  let key = '""';
  /** Where the current element begins; -1 outside the list. */
  let from = -1;
  for (let index = 0; index < json.length; index++) {
    const char = json[index];
    if (char === '"') {
      const end = endOfString(json, index);
      // Before a list at this level stands its key; of lists of one name the last counts, as for JSON.parse.
      if (depth === 1) key = json.slice(index, end + 1);
      index = end;
    } else if (char === '{' || char === '[') {
      depth++;
      if (depth !== 2 || char === '{' || JSON.parse(key) !== list) continue;
      elements = [];
      from = index + 1;
    } else if (char === ',' && depth === 2 && from >= 0) {
      elements.push(json.slice(from, index).trim());
      from = index + 1;
    } else if (char === '}' || char === ']') {
      if (depth === 2 && from >= 0) {
        const last = json.slice(from, index).trim();
        if (last !== '') elements.push(last);
        from = -1;
      }
      depth--;
    }
  }
  return elements;
}

function endOfString(json: string, start: number): number {
  let index = start + 1;
  while (json[index] !== '"') index += json[index] === '\\' ? 2 : 1;
  return index;
}
