/** The page of a notice on the French site of TED. @param publicationNumber `47522-2024`. */
export function noticeAddress(publicationNumber: string): string {
  return `https://ted.europa.eu/fr/notice/-/detail/${publicationNumber}`;
}
