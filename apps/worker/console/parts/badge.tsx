/** A state in a word: the word says it, the colour only helps. */
export type Tone = 'good' | 'info' | 'warn' | 'bad' | 'quiet';

export function Badge({ tone, children }: { tone: Tone; children: string }) {
  return <span class={`badge ${tone}`}>{children}</span>;
}
