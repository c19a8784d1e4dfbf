/** Tables that become lists of cards where they are narrow, without the cells that mark themselves `data-nothing`. */
import type { Key, ReactNode } from 'react';

export interface Column<Row> {
  readonly id: string;
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  /** Numbers are aligned to the right. */
  readonly isNumber?: boolean;
  /** The title is only for screen readers. */
  readonly isQuiet?: boolean;
}

export function Table<Row>({
  label,
  columns,
  rows,
  rowKey,
  onOpen,
}: {
  /** The accessible name of the table. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => Key;
  /** Called on a click on a row; the row must also contain a link or a button for the keyboard. */
  readonly onOpen?: (row: Row) => void;
}) {
  return (
    <div
      className="@container relative overflow-x-auto"
      tabIndex={0}
      role="region"
      aria-label={label}
    >
      <table className="w-full border-collapse text-left @max-2xl:block">
        <thead className="@max-2xl:hidden">
          <tr className="border-b">
            {columns.map(({ id, title, isNumber, isQuiet }) => (
              <th
                key={id}
                scope="col"
                className={`px-2 py-2 first:pl-4 last:pr-4 text-xs @4xl:px-4 font-medium whitespace-nowrap text-muted ${isNumber ? 'text-right' : ''}`}
              >
                {isQuiet ? <span className="sr-only">{title}</span> : title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="@max-2xl:block">
          {rows.map((row) => (
            <tr
              key={rowKey(row)}
              onClick={onOpen && (() => onOpen(row))}
              className={`border-b last:border-0 hover:bg-sunken @max-2xl:block @max-2xl:px-4 @max-2xl:py-3 ${onOpen ? 'cursor-pointer' : ''}`}
            >
              {columns.map(({ id, title, cell, isNumber, isQuiet }) => (
                <td
                  key={id}
                  className={`px-2 py-2.5 first:pl-4 last:pr-4 align-middle @4xl:px-4 @max-2xl:flex @max-2xl:justify-between @max-2xl:gap-4 @max-2xl:px-0! @max-2xl:py-1 @max-2xl:has-data-nothing:hidden ${isNumber ? 'text-right tabular-nums' : ''}`}
                >
                  <span aria-hidden className="shrink-0 text-xs text-muted @2xl:hidden">
                    {isQuiet ? '' : title}
                  </span>
                  <span className="min-w-0 break-words @max-2xl:text-right">{cell(row)}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
