/**
 * A read-only element of a document, whatever it was written in. Names carry the usual prefix of the UBL documents
 * (`cbc:Name`, `efac:Company`); elements of other vocabularies have their local name alone.
 */
export interface EformsNode {
  readonly name: string;
  /** Own text, entities resolved, not trimmed; empty when there is none. */
  readonly text: string;
  /** Own text and child elements in document order, for texts with marks inside: `le 1<FT>er</FT> marché`. */
  readonly parts: readonly (string | EformsNode)[];
  /** Every child element, in document order (in a JSON rendering: grouped by name). */
  readonly elements: readonly EformsNode[];
  /** The value of an attribute by its local name, null when absent. */
  attribute(name: string): string | null;
  /** The child elements of this name. */
  children(name: string): readonly EformsNode[];
  /** Every element at the end of a path of names, `cac:Party/cac:PartyName/cbc:Name`. */
  all(path: string): readonly EformsNode[];
  /** The first element at the end of a path of names. */
  first(path: string): EformsNode | null;
}

const NONE: readonly EformsNode[] = [];

/** The one node of both renderings; built by a reader, then only read. */
export class ElementNode implements EformsNode {
  text = '';
  readonly parts: (string | ElementNode)[] = [];
  readonly elements: ElementNode[] = [];
  private byName: Map<string, ElementNode[]> | null = null;

  constructor(
    readonly name: string,
    private readonly attributes: ReadonlyMap<string, string>,
  ) {}

  addText(text: string): void {
    this.text += text;
    this.parts.push(text);
  }

  addElement(element: ElementNode): void {
    this.elements.push(element);
    this.parts.push(element);
  }

  attribute(name: string): string | null {
    return this.attributes.get(name) ?? null;
  }

  children(name: string): readonly EformsNode[] {
    this.byName ??= groupByName(this.elements);
    return this.byName.get(name) ?? NONE;
  }

  all(path: string): readonly EformsNode[] {
    let found: readonly EformsNode[] = [this];
    for (const step of path.split('/')) {
      const [only] = found;
      found =
        only !== undefined && found.length === 1 ? only.children(step) : found.flatMap((node) => node.children(step));
    }
    return found;
  }

  first(path: string): EformsNode | null {
    return this.all(path)[0] ?? null;
  }
}

function groupByName(elements: readonly ElementNode[]): Map<string, ElementNode[]> {
  const groups = new Map<string, ElementNode[]>();
  for (const element of elements) {
    const group = groups.get(element.name);
    if (group === undefined) groups.set(element.name, [element]);
    else group.push(element);
  }
  return groups;
}
