/** Tables of measurements, and how they are written in Markdown. */

/** One figure of a table, or why there is none. */
export type Cell =
  | {
      readonly value: number;
      /** Times the value of nginx in the same rounds. */
      readonly ratio?: number;
      /** The value of each round. */
      readonly rounds?: readonly number[];
      /** What is to be known about it. */
      readonly remark?: string;
    }
  | { readonly absent: string };

export interface Column {
  readonly id: string;
  readonly title: string;
  readonly unit: string;
  /** Digits after the decimal point. */
  readonly digits: number;
}

export interface Row {
  readonly title: string;
  /** By the id of the column. */
  readonly cells: Readonly<Record<string, Cell>>;
}

export interface Table {
  readonly id: string;
  readonly title: string;
  /** What the figures mean, in one paragraph. */
  readonly note: string;
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const upper = sorted[sorted.length >> 1] ?? Number.NaN;
  const lower = sorted[(sorted.length - 1) >> 1] ?? Number.NaN;
  return (lower + upper) / 2;
}

/** A table with its title and note; reasons of absent figures and remarks stand below it, numbered. */
export function writeTable(table: Table): string {
  const reasons: string[] = [];
  const head = ['', ...table.columns.map(({ title, unit }) => `${title}, ${unit}`)];
  const rows = table.rows.map(({ title, cells }) => [
    title,
    ...table.columns.map((column) => writeCell(cells[column.id], column, reasons)),
  ]);
  const lines = [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`);
  const notes = reasons.map((reason, index) => `${index + 1}. ${reason}`);
  const below = notes.length === 0 ? [] : ['', ...notes];
  return [`## ${table.title}`, '', table.note, '', ...lines, ...below, ''].join('\n');
}

function writeCell(cell: Cell | undefined, { digits }: Column, reasons: string[]): string {
  if (cell === undefined) return '';
  if ('absent' in cell) return `– ${refer(cell.absent, reasons)}`;
  const { value, ratio, remark } = cell;
  const parts = [
    value.toFixed(digits),
    ...(ratio === undefined ? [] : [`(${writeRatio(ratio)})`]),
    ...(remark === undefined ? [] : [refer(remark, reasons)]),
  ];
  return parts.join(' ');
}

/** The number of a line below the table, which is added if it is new. */
function refer(reason: string, reasons: string[]): string {
  const known = reasons.indexOf(reason);
  return `[${known < 0 ? reasons.push(reason) : known + 1}]`;
}

export function writeRatio(ratio: number): string {
  return `${ratio.toFixed(ratio < 9.95 ? 1 : 0)} ×`;
}
