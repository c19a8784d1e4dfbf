/** Tables that become lists of cards on a phone, without the cells that mark themselves `data-nothing`. */
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
    <div className="overflow-x-auto" tabIndex={0} role="region" aria-label={label}>
      <table className="w-full border-collapse text-left max-md:block">
        <thead className="max-md:hidden">
          <tr className="border-b">
            {columns.map(({ id, title, isNumber, isQuiet }) => (
              <th
                key={id}
                scope="col"
                className={`px-4 py-2 text-xs font-medium whitespace-nowrap text-muted ${isNumber ? 'text-right' : ''}`}
              >
                {isQuiet ? <span className="sr-only">{title}</span> : title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-md:block">
          {rows.map((row) => (
            <tr
              key={rowKey(row)}
              onClick={onOpen && (() => onOpen(row))}
              className={`border-b last:border-0 hover:bg-sunken max-md:block max-md:px-4 max-md:py-3 ${onOpen ? 'cursor-pointer' : ''}`}
            >
              {columns.map(({ id, title, cell, isNumber, isQuiet }) => (
                <td
                  key={id}
                  className={`px-4 py-2.5 align-middle max-md:flex max-md:justify-between max-md:gap-4 max-md:px-0 max-md:py-1 max-md:has-data-nothing:hidden ${isNumber ? 'text-right tabular-nums' : ''}`}
                >
                  <span aria-hidden className="shrink-0 text-xs text-muted md:hidden">
                    {isQuiet ? '' : title}
                  </span>
                  <span className="min-w-0 break-words max-md:text-right">{cell(row)}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
