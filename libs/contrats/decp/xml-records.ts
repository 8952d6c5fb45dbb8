import { TextDecoder } from 'node:util';
import { SaxesParser } from 'saxes';
import { readableEntities } from '#sources/rss/entities';
import { RegisterFault, type RecordReader, type RegisterRecord } from './register-record.js';

/** Elements that are records, directly or deeper under `marches`. */
const RECORDS: ReadonlySet<string> = new Set(['marche', 'contrat-concession']);

/** As for JSON: the largest real record is under 200 kB, real nesting under 10. */
const RECORD_MAX = 8 * 1024 * 1024;
const MAX_DEPTH = 64;

/** Faults of XML that leave what is read clear: the text stays as it is written. */
const HARMLESS =
  /undefined entity|malformed character entity|disallowed character\.$|entity name|"\]\]>" is disallowed/;

interface Element {
  name: string;
  children: Record<string, unknown>;
  text: string;
}

/**
 * Reads the XML of the registers: each `marche` or `contrat-concession` becomes the model of JSON, where an element of text
 * is a string, one that comes several times a list, prefixes and attributes are dropped. A fault of the markup inside a
 * record makes that record unreadable, and its body says the fault; the file goes on.
 */
export class XmlRecords implements RecordReader {
  private readonly decoder: TextDecoder;
  private readonly parser = new SaxesParser();
  /** Elements under way from the record on; empty between records. */
  private readonly open: Element[] = [];
  private records: RegisterRecord[] = [];
  private root: string | null = null;
  private found = false;
  private closing = false;
  private size = 0;
  private fault: string | null = null;

  /** @param charset of the file, as `TextDecoder` names it. */
  constructor(charset: string) {
    this.decoder = new TextDecoder(charset);
    readableEntities(this.parser);
    this.parser.on('error', ({ message }) => this.fail(message));
    this.parser.on('doctype', (doctype) => {
      if (/^\s*html\b/i.test(doctype)) throw new RegisterFault('an HTML page, not a register');
    });
    this.parser.on('opentag', ({ name }) => this.enter(name.slice(name.indexOf(':') + 1)));
    this.parser.on('closetag', () => this.leave());
    const addText = (text: string): void => this.addText(text);
    this.parser.on('text', addText);
    this.parser.on('cdata', addText);
  }

  push(bytes: Buffer): RegisterRecord[] {
    this.parser.write(this.decoder.decode(bytes, { stream: true }));
    const { records } = this;
    this.records = [];
    return records;
  }

  end(): void {
    this.closing = true;
    this.parser.write(this.decoder.decode());
    this.parser.close();
    if (!this.found && this.root !== 'marches') throw new RegisterFault('the file holds no list of contracts');
  }

  private fail(message: string): void {
    if (this.closing) throw new RegisterFault(`the file is cut: ${message}`);
    // Without its place, which is another one in tomorrow's file.
    if (this.open.length > 0 && !HARMLESS.test(message)) this.fault ??= message.replace(/^\d+:\d+: /, '');
  }

  private enter(name: string): void {
    this.root ??= name;
    if (this.root === 'html') throw new RegisterFault('an HTML page, not a register');
    if (RECORDS.has(name)) this.giveUp();
    else if (this.open.length === 0) return;
    if (this.open.length === 0) {
      this.size = 0;
      this.fault = null;
    }
    if (this.open.length > MAX_DEPTH) this.fault ??= `elements are nested deeper than ${MAX_DEPTH}`;
    this.count(name.length);
    this.open.push({ name, children: Object.create(null) as Record<string, unknown>, text: '' });
  }

  /** A record that begins inside another: the end of that one is missing. */
  private giveUp(): void {
    const [record] = this.open;
    if (record === undefined) return;
    this.fault ??= `${record.name} is not closed`;
    while (this.open.length > 0) this.leave();
  }

  private addText(text: string): void {
    const element = this.open.at(-1);
    if (element === undefined) return;
    this.count(text.length);
    element.text += text;
  }

  private count(length: number): void {
    this.size += length;
    if (this.size > RECORD_MAX)
      throw new RegisterFault(`a record is over ${RECORD_MAX} characters: the file is broken`);
  }

  private leave(): void {
    const element = this.open.pop();
    if (element === undefined) return;
    const parent = this.open.at(-1);
    if (parent !== undefined) {
      // What is nested too deep is not kept: turning it into text would exhaust the stack.
      if (this.open.length <= MAX_DEPTH) add(parent.children, element.name, valueOf(element));
      return;
    }
    this.found = true;
    const body = JSON.stringify(element.children);
    this.records.push(
      this.fault === null
        ? { body, record: element.children }
        : { body: `XML: ${this.fault}\n${body}`, record: undefined },
    );
  }
}

function valueOf({ children, text }: Element): unknown {
  for (const _ in children) return children;
  return text.trim();
}

function add(children: Record<string, unknown>, name: string, value: unknown): void {
  const known = children[name];
  if (known === undefined) children[name] = value;
  else if (Array.isArray(known)) known.push(value);
  else children[name] = [known, value];
}
