/** A BOAMP number within a few words of the gazette's name: « BOAMP, annonce n° 18-98646 ». */
const NEAR_BOAMP = /boamp\b[^|]{0,80}?(?<![\d-])(\d{2}-\d{3,6})(?![\d-])/gi;
const ANNONCE = /annonce\s+n\s*[°ºo]?\s*:?\s*(\d{2}-\d{3,6})(?![\d-])/gi;

/** BOAMP numbers cited in a text that names the BOAMP, `18-98646`, each once (docs/sources.md, C.3.3). */
export function boampNumbers(text: string): string[] {
  if (!/boamp/i.test(text)) return [];
  const found = [...text.matchAll(NEAR_BOAMP), ...text.matchAll(ANNONCE)].flatMap((match) => match[1] ?? []);
  return [...new Set(found.map(withoutPadding))];
}

/** `18-098646` and `18-98646` are one number: the gazette does not pad. */
function withoutPadding(number: string): string {
  return number.replace(/-0+(?=\d)/, '-');
}
