/**
 * The fragment of a row as the page gives it, but for what says nothing of the consultation and changes from one reading
 * to the next: the row's rank in its page, which is part of every control id (one new consultation on top would make all
 * rows of the list new documents), and the stamp of a deployment behind image addresses.
 */
export function rowFragment(html: string): string {
  return html
    .replace(/(tableauResultSearch[_$]ctl)\d+/g, '$10')
    .replace(/\b(identification_cons_)\d+/g, '$10')
    .replace(/(\.(?:gif|png|svg|js|css)\?k=)[\w.]+/g, '$10')
    .replace(/\r\n?/g, '\n');
}
