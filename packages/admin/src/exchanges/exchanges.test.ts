import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setAdminDesk, type AdminDesk } from '../testing/admin-harness.ts';
import { settleSamples } from '@parley/core/testing';

let desk: AdminDesk;
beforeAll(async () => {
  desk = await setAdminDesk();
  await settleSamples(desk.stage);
});
afterAll(() => desk.stage.close());

async function listIds(path: string): Promise<string[]> {
  const reply = await desk.call('GET', path);
  expect(reply.status, reply.text).toBe(200);
  return (reply.body as { data: { id: string }[] }).data.map(({ id }) => id);
}

describe('exchanges', () => {
  it.each([
    ['', ['req_4', 'req_3', 'req_2', 'req_1', 'req_0']],
    ['key_id=key_2', ['req_1']],
    ['account_id=other', ['req_2']],
    ['group=team', ['req_2']],
    ['model=%40sum', ['req_4']],
    ['upstream=up1', ['req_3']],
    ['outcome=failed', ['req_1']],
    ['pricing=free', ['req_2']],
    ['from=2026-11-20T12:03:00Z', ['req_4', 'req_3']],
    ['until=2026-11-20T12:01:00Z', ['req_0']],
    ['from=2026-11-20T13:01:00%2B01:00&until=2026-11-20T12:03:00Z', ['req_2', 'req_1']],
    ['key_id=key_1&outcome=canceled', ['req_4']],
    ['status=5xx', ['req_1']],
    ['status=499', ['req_4']],
    ['status=2xx&until=2026-11-20T12:01:00Z', ['req_0']],
    ['min_amount=0.000001', ['req_4', 'req_3', 'req_1', 'req_0']],
    ['min_amount=0.000002', []],
    ['min_first_byte_ms=5&upstream=up1', ['req_3']],
    ['min_first_byte_ms=6', []],
    ['query=SAY%20%22', ['req_3']],
    ['query=Q_2', ['req_2']],
    ['query=%25', []],
    ['key_id=nobody', []],
  ])('are found by ?%s, newest first', async (query, ids) => {
    expect(await listIds(`/exchanges?${query}`)).toEqual(ids);
  });

  it.each([
    ['outcome=lost', 'outcome'],
    ['from=yesterday', 'from'],
    ['after=nonsense', 'after'],
    ['color=red', 'color'],
    ['format=xml', 'format'],
    ['limit=1e9', 'limit'],
    ['status=6xx', 'status'],
    ['status=4x', 'status'],
    ['min_amount=-1', 'min_amount'],
    ['min_amount=much', 'min_amount'],
    ['min_first_byte_ms=-1', 'min_first_byte_ms'],
    ['min_first_byte_ms=0.5', 'min_first_byte_ms'],
    ['query=', 'query'],
    [`query=${'x'.repeat(201)}`, 'query'],
  ])('are not looked for by ?%s', async (query, param) => {
    for (const more of ['', '&format=csv']) {
      if (query.startsWith('format') && more !== '') continue;
      const reply = await desk.call('GET', `/exchanges?${query}${more}`);
      expect(reply.status).toBe(400);
      expect(reply.body).toMatchObject({ error: { param } });
    }
  });

  it('go on page by page', async () => {
    const first = await desk.call('GET', '/exchanges?limit=3');
    const { next } = first.body as { next: string };
    expect(await listIds(`/exchanges?limit=3&after=${next}`)).toEqual(['req_1', 'req_0']);
    const all = await desk.call('GET', '/exchanges?limit=1000');
    expect(all.body).toMatchObject({ object: 'list', next: null });
  });

  it('are shown one by one, with their cost explained', async () => {
    expect((await desk.call('GET', '/exchanges/req_0')).body).toMatchObject({
      model: 'm',
      amount: '0.000001',
      tokens: { input: 10, cache_read: 5, output: 3 },
      started_at: '2026-11-20T12:00:00.000Z',
    });
    const cost = await desk.call('GET', '/exchanges/req_0/cost');
    expect(cost.body).toMatchObject({ exchange: { id: 'req_0' }, attempts: [{ entry: {} }] });
    for (const path of ['/exchanges/none', '/exchanges/none/cost']) {
      expect((await desk.call('GET', path)).status).toBe(404);
    }
  });
});

describe('the ledger', () => {
  it.each([
    ['request_id=req_2', 1],
    ['kind=charge', 5],
    ['kind=top-up', 0],
    ['key_id=key_2', 1],
    ['account_id=other', 1],
    ['from=2100-01-01T00:00:00Z', 0],
    ['until=2026-01-01T00:00:00Z', 0],
  ])('is searched by ?%s', async (query, count) => {
    expect(await listIds(`/ledger?${query}`)).toHaveLength(count);
  });

  it('goes on page by page, each row once', async () => {
    const seen: string[] = [];
    let after = '';
    do {
      const { data, next } = (await desk.call('GET', `/ledger?limit=2${after}`)).body as {
        data: { id: string }[];
        next: string | null;
      };
      seen.push(...data.map(({ id }) => id));
      after = next === null ? '' : `&after=${encodeURIComponent(next)}`;
    } while (after !== '');
    expect(new Set(seen).size).toBe(5);
    expect(seen).toHaveLength(5);
  });

  it('is added up anew', async () => {
    expect((await desk.call('GET', '/ledger/report')).body).toMatchObject({
      balanced: true,
      entries: 5,
      spent: '0.000004',
    });
  });
});

describe('usage', () => {
  it('is summed up by what is asked for', async () => {
    const total = (await desk.call('GET', '/usage')).body as { data: unknown[] };
    expect(total.data).toMatchObject([
      { requests: 5, failures: 2, input_tokens: 75, amount: '0.000004', key_id: null, time: null },
    ]);
    const byKey = (await desk.call('GET', '/usage?by=key,time')).body as { data: unknown[] };
    expect(byKey.data).toContainEqual(
      expect.objectContaining({ key_id: 'key_2', requests: 1, time: '2026-11-20T12:00:00.000Z' }),
    );
    const filtered = await desk.call(
      'GET',
      '/usage?key_id=key_1&model=m&from=2026-11-20T00:00:00Z',
    );
    expect(filtered.body).toMatchObject({ data: [{ requests: 2 }] });
  });

  it('is summed up by days of a time zone', async () => {
    const reply = await desk.call('GET', '/usage?by=day&time_zone=Asia/Tokyo');
    expect(reply.body).toMatchObject({ data: [{ time: '2026-11-19T15:00:00.000Z', requests: 5 }] });
    const hours = await desk.call('GET', '/usage?by=model,hour&model=m&format=csv');
    expect(hours.text).toContain('2026-11-20T12:00:00.000Z');
  });

  it.each(['by=day&time_zone=Mars', 'by=day&time_zone=', `time_zone=${'x'.repeat(65)}`])(
    'is not summed up ?%s',
    async (query) => {
      const reply = await desk.call('GET', `/usage?${query}`);
      expect(reply.status).toBe(400);
      expect(reply.body).toMatchObject({ error: { param: 'time_zone' } });
    },
  );

  it('says that more was asked for than one answer holds', async () => {
    const other = await setAdminDesk();
    const refuse = () => Promise.reject(new RangeError('These are more than 9 sums.'));
    Object.assign(other.stage.store, { sumUsage: refuse });
    for (const by of ['time', 'day']) {
      const reply = await other.call('GET', `/usage?by=${by}`);
      expect(reply.status).toBe(400);
      expect(reply.body).toMatchObject({ error: { code: 'out_of_range' } });
    }
    await other.stage.close();
  });

  it.each(['by=colour', 'by=key,colour', 'by=day,hour', 'by=time,key,day'])(
    'is not summed up ?%s',
    async (query) => {
      const reply = await desk.call('GET', `/usage?${query}`);
      expect(reply.status).toBe(400);
      expect((reply.body as { error: { param: string } }).error.param).toMatch(/^by/);
    },
  );
});

describe('CSV', () => {
  it('holds the whole list, one line an entry, and no formula', async () => {
    const reply = await desk.call('GET', '/exchanges?format=csv&limit=2');
    expect(reply.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    expect(reply.headers.get('content-disposition')).toBe('attachment; filename="exchanges.csv"');
    const rows = parseCsv(reply.text);
    const [head = [], ...data] = rows;
    expect(head).toEqual(expect.arrayContaining(['id', 'model', 'tokens_input', 'amount']));
    expect(data.every((row) => row.length === head.length)).toBe(true);
    const column = (name: string) => data.map((row) => row[head.indexOf(name)]);
    expect(column('id')).toEqual(['req_4', 'req_3', 'req_2', 'req_1', 'req_0']);
    expect(column('model')).toEqual(["'@sum", 'say "hi", twice\r\n', 'm', "'=1+2|cmd", 'm']);
    expect(column('tokens_input')).toEqual(['10', '10', '10', '10', '10']);
  });

  it('is filtered like the list', async () => {
    const reply = await desk.call('GET', '/exchanges?format=csv&outcome=failed');
    expect(parseCsv(reply.text)).toHaveLength(2);
    const none = await desk.call('GET', '/exchanges?format=csv&key_id=nobody');
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
    const reply = await desk.call('GET', path, { headers: { accept } });
    expect(reply.headers.get('content-type')?.startsWith('text/csv')).toBe(isCsv);
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
    const csv = parseCsv((await desk.call('GET', `${path}?format=csv`)).text);
    const list = await desk.call('GET', path);
    expect(csv).toHaveLength((list.body as { data: unknown[] }).data.length + 1);
  });

  it('of one thing does not exist', async () => {
    const reply = await desk.call('GET', '/exchanges/req_0?format=csv');
    expect(reply.status).toBe(400);
    expect(reply.body).toMatchObject({ error: { param: 'format' } });
  });
});

describe('quarantine', () => {
  it('is charged as soon as there is a price, once', async () => {
    const own = await setAdminDesk();
    await own.chat(own.stage.secret);
    const { data } = (await own.call('GET', '/exchanges?pricing=quarantined')).body as {
      data: { id: string; amount: string }[];
    };
    expect(data).toMatchObject([{ amount: '0' }]);
    const charge = async () => (await own.call('POST', '/ledger/quarantine')).body;
    expect(await charge()).toMatchObject({ charged: 0, left: 1 });
    const body = { match: 'up0/*', input: 1_000, output: 1_000 };
    await own.call('PUT', '/prices/late', { body });
    expect(await charge()).toMatchObject({ charged: 1, left: 0 });
    expect(await charge()).toMatchObject({ charged: 0, left: 0 });
    const shown = await own.call('GET', `/exchanges/${data[0]?.id ?? ''}`);
    expect(shown.body).toMatchObject({ pricing: 'priced' });
    expect(Number((shown.body as { amount: string }).amount)).toBeGreaterThan(0);
    expect((await own.call('GET', '/ledger/report')).body).toMatchObject({ balanced: true });
    await own.stage.close();
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
