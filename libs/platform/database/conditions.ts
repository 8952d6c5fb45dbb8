/** A list of conditions and the values of their `$n`. */
export class Conditions {
  readonly values: unknown[] = [];
  private readonly texts: string[] = [];

  /** @param text SQL with `?` where the value stands. */
  add(text: string, value?: unknown): this {
    this.texts.push(value === undefined ? text : text.replace('?', this.value(value)));
    return this;
  }

  /** The `$n` of a value. */
  value(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }

  get sql(): string {
    return this.texts.join('\n    and ');
  }
}
