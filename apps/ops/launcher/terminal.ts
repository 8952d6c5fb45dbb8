import { styleText } from 'node:util';
import { type ChildLine, formatChildLine } from './child-line.js';

const REPEAT_MS = 5_000;

/** The one writer to the terminal while the service runs: lines, and one status line that moves when it can. */
export class Terminal {
  private readonly moves: boolean;
  private readonly colours: boolean;
  private status = '';
  private statusWrittenAt = Number.NEGATIVE_INFINITY;

  /** @param quietBelow level (pino's number) under which applications are not shown. */
  constructor(
    private readonly out: NodeJS.WriteStream,
    private readonly quietBelow: number,
  ) {
    this.moves = out.isTTY;
    this.colours = out.isTTY && !process.env['NO_COLOR'];
  }

  /** A line of the launcher itself. */
  say(text: string): void {
    this.write(`${text}\n`);
  }

  /** `  label      text`: one step of the start. */
  step(label: string, text: string): void {
    this.say(`  ${this.dim(label.padEnd(11))} ${text}`);
  }

  warn(label: string, text: string): void {
    this.say(`  ${this.colours ? styleText('yellow', label.padEnd(11)) : label.padEnd(11)} ${text}`);
  }

  bold(text: string): string {
    return this.colours ? styleText('bold', text) : text;
  }

  child(name: string, line: ChildLine): void {
    if (line.level >= this.quietBelow) this.say(formatChildLine(name, line, this.colours));
  }

  /** Shows where a long step stands. On a terminal the line is rewritten; elsewhere it is repeated now and then. */
  progress(label: string, text: string): void {
    const line = `  ${this.dim(label.padEnd(11))} ${text}`;
    if (this.moves) {
      this.clear();
      this.out.write(line);
      this.status = line;
    } else if (line !== this.status && performance.now() - this.statusWrittenAt >= REPEAT_MS) {
      this.out.write(`${line}\n`);
      this.status = line;
      this.statusWrittenAt = performance.now();
    }
  }

  /** The long step is over: what follows starts on a clean line. */
  endProgress(): void {
    if (this.moves) this.clear();
    this.status = '';
  }

  private dim(text: string): string {
    return this.colours ? styleText('dim', text) : text;
  }

  private write(text: string): void {
    if (!this.moves || this.status === '') {
      this.out.write(text);
      return;
    }
    this.clear();
    this.out.write(text + this.status);
  }

  private clear(): void {
    this.out.write('\r\u001B[2K');
  }
}
