/** Tables that become lists of cards where they are narrow, without the cells that mark themselves `data-nothing`. */
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { Key, ReactNode } from 'react';

export interface Column<Row> {
  readonly id: string;
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  /** What the numbers are in, such as `$/1M`. */
  readonly unit?: string;
  /** Whether rows can be ordered by it, in a table with `onSort`. */
  readonly isSortable?: boolean;
  /** Numbers are aligned to the right. */
  readonly isNumber?: boolean;
  /** The title is only for screen readers. */
  readonly isQuiet?: boolean;
}

/** The id of the column by which the rows are ordered, after a minus if in descending order. */
export type Sort = string;

/** Ascending at first, then descending, then as the rows are. */
function nextSort(id: string, sort: Sort | undefined): Sort | undefined {
  if (sort === id) return `-${id}`;
  return sort === `-${id}` ? undefined : id;
}

export function Table<Row>({
  label,
  columns,
  rows,
  rowKey,
  onOpen,
  sort,
  onSort,
}: {
  /** The accessible name of the table. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => Key;
  /** Called on a click on a row; the row must also contain a link or a button for the keyboard. */
  readonly onOpen?: (row: Row) => void;
  readonly sort?: Sort | undefined;
  readonly onSort?: (sort: Sort | undefined) => void;
}) {
  // Cards have no heads but those that order them.
  const narrow = onSort
    ? '@max-2xl:block @max-2xl:border-b @max-2xl:p-2 @max-2xl:[&>tr]:flex @max-2xl:[&>tr]:flex-wrap @max-2xl:[&>tr]:border-0 @max-2xl:[&_th:not(:has(button))]:hidden'
    : '@max-2xl:hidden';
  return (
    <div
      className="@container relative overflow-x-auto"
      tabIndex={0}
      role="region"
      aria-label={label}
    >
      <table className="w-full border-collapse text-left @max-2xl:block">
        <thead className={narrow}>
          <tr className="border-b">
            {columns.map(({ id, title, unit, isNumber, isQuiet, isSortable }) => (
              <th
                key={id}
                scope="col"
                aria-sort={sort === id ? 'ascending' : sort === `-${id}` ? 'descending' : undefined}
                className={`px-2 py-2 first:pl-4 last:pr-4 text-xs @4xl:px-4 font-medium whitespace-nowrap text-muted ${isNumber ? 'text-right' : ''}`}
              >
                {isSortable && onSort ? (
                  <button
                    type="button"
                    onClick={() => onSort(nextSort(id, sort))}
                    className="inline-flex min-h-6 items-center gap-1 rounded hover:text-accent"
                  >
                    {title} {unit}
                    {sort === id && <ArrowUp aria-hidden className="size-3.5" />}
                    {sort === `-${id}` && <ArrowDown aria-hidden className="size-3.5" />}
                  </button>
                ) : (
                  <span className={isQuiet ? 'sr-only' : ''}>
                    {title} {unit}
                  </span>
                )}
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
              {columns.map(({ id, title, unit, cell, isNumber, isQuiet }) => (
                <td
                  key={id}
                  className={`px-2 py-2.5 first:pl-4 last:pr-4 align-middle @4xl:px-4 @max-2xl:flex @max-2xl:justify-between @max-2xl:gap-4 @max-2xl:px-0! @max-2xl:py-1 @max-2xl:has-data-nothing:hidden ${isNumber ? 'text-right tabular-nums' : ''}`}
                >
                  <span className="shrink-0 text-xs text-muted @2xl:hidden">
                    {isQuiet ? '' : title} {unit}
                  </span>
                  <span className="min-w-0 @max-2xl:text-right">{cell(row)}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
