/** Writes lists as CSV (RFC 4180), which `serve-endpoint.ts` sends instead of JSON when the client asks for it. */
import * as z from 'zod';
import type { Page } from '../shared/page.ts';

/** One entry of a list. */
export type Row = Readonly<Record<string, unknown>>;

/** One column: its name, and the path of fields to its value. */
export interface Column {
  readonly name: string;
  readonly path: readonly string[];
}

/** The columns of a list. Each field of a nested object becomes a column, such as `tokens_input`. */
export function columnsOf(entry: z.ZodObject | undefined): readonly Column[] {
  const columns = entry === undefined ? [] : listFields(entry, []);
  return columns
    .filter((path) => !['object', 'etag'].includes(path.join()))
    .map((path) => ({ name: path.join('_'), path }));
}

function listFields(schema: z.ZodObject, above: readonly string[]): (readonly string[])[] {
  return Object.entries<unknown>(schema.shape).flatMap(([name, field]) => {
    const inner = field instanceof z.ZodNullable ? field.unwrap() : field;
    const path = [...above, name];
    return inner instanceof z.ZodObject ? listFields(inner, path) : [path];
  });
}

function readPath(row: Row, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, name) => (value as Row | null)?.[name], row);
}

/**
 * Texts that a spreadsheet would execute as a formula; an apostrophe is put before them (OWASP, CSV
 * injection). Signed numbers are not matched.
 */
const formula = /^(?:[=@\t\r\n\uff1d\uff0b\uff0d\uff20]|[+-](?!\d+(?:\.\d+)?$))/;

/** One field in the format of RFC 4180. */
export function writeField(value: unknown): string {
  const text = writeText(value);
  const safe = formula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function writeText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/**
 * A list as CSV. Reads the next page only when the client has taken the previous one.
 * @param first the first page
 * @param read reads the page after a cursor
 */
export function streamCsv(
  columns: readonly Column[],
  first: Page<Row>,
  read: (after: string) => Promise<Page<Row>>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const writeRow = (fields: readonly unknown[]) => `${fields.map(writeField).join(',')}\r\n`;
  const writePage = ({ data }: Page<Row>) =>
    data.map((row) => writeRow(columns.map(({ path }) => readPath(row, path)))).join('');
  let text = writeRow(columns.map(({ name }) => name)) + writePage(first);
  let { next } = first;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      // A stream is not asked again before it has given something, and pages may be empty.
      while (text === '' && next !== null) {
        const page = await read(next);
        text = writePage(page);
        next = page.next;
      }
      if (text !== '') controller.enqueue(encoder.encode(text));
      text = '';
      if (next === null) controller.close();
    },
  });
}
