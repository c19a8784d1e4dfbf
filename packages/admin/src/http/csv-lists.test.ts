import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAdminHarness, type AdminHarness } from '../testing/admin-harness.ts';
import { settleSamples } from '@parley/core/testing';

let harness: AdminHarness;
beforeAll(async () => {
  harness = await createAdminHarness();
  await settleSamples(harness.testGateway);
});
afterAll(() => harness.testGateway.close());

describe('a list as CSV', () => {
  it('has one line per entry of all pages, and escapes formulas', async () => {
    const response = await harness.call('GET', '/exchanges?format=csv&limit=2');
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename="exchanges.csv"',
    );
    const rows = parseCsv(response.text);
    const [head = [], ...data] = rows;
    expect(head).toEqual(expect.arrayContaining(['id', 'model', 'tokens_input', 'amount']));
    expect(data.every((row) => row.length === head.length)).toBe(true);
    const column = (name: string) => data.map((row) => row[head.indexOf(name)]);
    expect(column('id')).toEqual(['req_4', 'req_3', 'req_2', 'req_1', 'req_0']);
    expect(column('model')).toEqual(["'@sum", 'say "hi", twice\r\n', 'm', "'=1+2|cmd", 'm']);
    expect(column('tokens_input')).toEqual(['10', '10', '10', '10', '10']);
  });

  it('is filtered like the list', async () => {
    const response = await harness.call('GET', '/exchanges?format=csv&outcome=failed');
    expect(parseCsv(response.text)).toHaveLength(2);
    const none = await harness.call('GET', '/exchanges?format=csv&key_id=nobody');
    expect(parseCsv(none.text)).toHaveLength(1);
  });

  it.each([
    ['text/csv', undefined, true],
    ['Text/CSV; charset=utf-8, */*;q=0.1', undefined, true],
    ['*/*', undefined, false],
    ['application/json, text/csv', undefined, false],
    ['text/csv', 'json', false],
    ['application/json', 'csv', true],
  ])('for accept: %s and format %s: %j', async (accept, format, isCsv) => {
    const path = `/usage${format === undefined ? '' : `?format=${format}`}`;
    const response = await harness.call('GET', path, { headers: { accept } });
    expect(response.headers.get('content-type')?.startsWith('text/csv')).toBe(isCsv);
  });

  it.each([
    '/accounts',
    '/keys',
    '/groups',
    '/models',
    '/upstreams',
    '/ledger',
    '/tokens',
    '/audit',
  ])('of %s is as long as the list', async (path) => {
    const csv = parseCsv((await harness.call('GET', `${path}?format=csv`)).text);
    const list = await harness.call('GET', path);
    expect(csv).toHaveLength((list.body as { data: unknown[] }).data.length + 1);
  });

  it('is not available for a single entry', async () => {
    const response = await harness.call('GET', '/exchanges/req_0?format=csv');
    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({ error: { param: 'format' } });
  });
});

/** RFC 4180, strictly. */
function parseCsv(text: string): string[][] {
  expect(text.endsWith('\r\n')).toBe(true);
  const rows: string[][] = [];
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy;
  let row: string[] = [];
  let end = 0;
  while (end < text.length) {
    const match = field.exec(text);
    if (match === null) throw new Error(`There is no field at ${String(end)}.`);
    row.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
    if (match[3] === '\r\n') {
      rows.push(row);
      row = [];
    }
    end = field.lastIndex;
  }
  return rows;
}
