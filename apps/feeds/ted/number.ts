/** `47522-2026` as TED spells it in listings and documents: `00047522-2026`. */
export function tedNumber(identifiant: string): string {
  const [number = '', year = ''] = identifiant.split('-');
  return `${number.padStart(8, '0')}-${year}`;
}
