/** The mentions to display with what is shown, each once (contract: `mention`). */
export function creditsOf(items: readonly { mention: string }[]): string | null {
  const mentions = [...new Set(items.map(({ mention }) => mention))];
  return mentions.length === 0 ? null : `À mentionner : ${mentions.join(' ; ')}`;
}
