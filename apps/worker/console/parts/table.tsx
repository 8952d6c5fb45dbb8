import type { ComponentChildren } from 'preact';

export interface Column<Row> {
  title: string;
  of: (row: Row) => ComponentChildren;
  /** Numbers stand right. */
  numeric?: boolean;
}

interface Props<Row> {
  /** What the table lists, for those who do not see it. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** Said in place of an empty table. */
  empty: string;
}

/**
 * A table; on a phone each row stands as a card, its cells under their titles. The first column names the row. Roles are
 * said again: browsers forget them where a table is laid out as something else.
 */
export function Table<Row>({ caption, columns, rows, empty }: Props<Row>) {
  if (rows.length === 0) return <p class="empty">{empty}</p>;
  return (
    <table class="cards" role="table">
      <caption class="unseen">{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map(({ title, numeric }) => (
            <th scope="col" role="columnheader" class={numeric === true ? 'numeric' : undefined}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr role="row">
            {columns.map(({ title, of, numeric }, index) =>
              index === 0 ? (
                <th scope="row" role="rowheader">
                  {of(row)}
                </th>
              ) : (
                <td role="cell" class={numeric === true ? 'numeric' : undefined} data-title={title}>
                  <div>{of(row) ?? '–'}</div>
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
