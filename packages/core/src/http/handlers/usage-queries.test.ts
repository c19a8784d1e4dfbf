import { answerWith, failWith } from '@parley/testkit';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../clock.ts';
import { plainPrices } from '../../testing/format-clients.ts';
import { openTestGateway } from '../../testing/open-test-gateway.ts';
import { createRecord } from '../../testing/sample-records.ts';
import { callName, chatRequest, type TestGateway } from '../../testing/test-gateway.ts';

interface UsageBody {
  readonly daily_usage: readonly { readonly date: string; readonly requests: number }[];
  readonly model_stats: readonly { readonly model: string; readonly requests: number }[];
  readonly usage: { readonly today: { readonly requests: number } };
}

const get = ({ gateway, secret }: TestGateway, query: string) =>
  gateway.fetch(
    new Request(`http://parley.test/v1/usage${query}`, {
      headers: { authorization: `Bearer ${secret}` },
    }),
  );

async function read(running: TestGateway, query: string): Promise<UsageBody> {
  const response = await get(running, query);
  expect(response.status).toBe(200);
  return (await response.json()) as UsageBody;
}

describe('the usage of one request', () => {
  it('has the arithmetic of every attempt, and names no upstream', async () => {
    const testGateway = await openTestGateway({
      formats: ['chat', 'messages'],
      configuration: plainPrices,
      group: { multiplier: 2 },
    });
    const [broken, serving] = testGateway.upstreams;
    broken?.script(failWith(500));
    serving?.script(answerWith({ usage: { input: 100, cacheRead: 20, output: 30, reasoning: 5 } }));
    const asked = await testGateway.post('/v1/chat/completions', { ...chatRequest, stream: true });
    await asked.text();
    const id = asked.headers.get('x-request-id') ?? '';
    const response = await get(testGateway, `?request_id=${id}`);
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({
      object: 'request.usage',
      scope: 'key',
      currency: 'USD',
      request_id: id,
      endpoint: '/v1/chat/completions',
      model: callName,
      group: 'default',
      stream: true,
      outcome: 'completed',
      status: 200,
      usage: {
        input_tokens: 100,
        cache_read_tokens: 20,
        output_tokens: 35,
        total_tokens: 155,
        estimated: false,
      },
      pricing: 'priced',
      cost: 0.00019,
      actual_cost: 0.00038,
    });
    const { attempts } = JSON.parse(text) as {
      attempts: { actual_cost: number; explanation: string[] }[];
    };
    expect(attempts.reduce((sum, { actual_cost: cost }) => sum + cost, 0)).toBe(0.00038);
    expect(attempts.at(-1)?.explanation).toContainEqual(expect.stringContaining('× 2 (group)'));
    for (const name of ['up0', 'up1', 'scripted-model', 'upstream']) {
      expect(text).not.toContain(name);
    }
  });

  it('is not found for every other key, as if it did not exist', async () => {
    const testGateway = await openTestGateway({ configuration: plainPrices });
    const asked = await testGateway.post('/v1/chat/completions', chatRequest);
    const id = asked.headers.get('x-request-id') ?? '';
    const other = { ...testGateway, secret: await testGateway.addKey({ id: 'key_2' }) };
    const answers = [
      await get(other, `?request_id=${id}`),
      await get(other, '?request_id=req_0'),
      await get(other, '?request_id='),
    ];
    const bodies = await Promise.all(
      answers.map(async (answer) => {
        expect(answer.status).toBe(404);
        const { error } = (await answer.json()) as { error: object };
        return error;
      }),
    );
    expect(bodies[0]).toMatchObject({ code: 'request_not_found', param: 'request_id' });
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
    expect((await get(testGateway, `?request_id=${id}`)).status).toBe(200);
  });

  it('is also returned to a key that has expired since', async () => {
    const testGateway = await openTestGateway({ configuration: plainPrices });
    const asked = await testGateway.post('/v1/chat/completions', chatRequest);
    await testGateway.store.changeKey('key_1', { expiresAt: 1 });
    const id = asked.headers.get('x-request-id') ?? '';
    expect((await get(testGateway, `?request_id=${id}`)).status).toBe(200);
  });
});

/** A gateway at the time `now`, whose key has sent a request at each time of `made`. */
async function gatewayAt(now: string, made: readonly string[]): Promise<TestGateway> {
  const testGateway = await openTestGateway({
    options: { clock: { ...systemClock, now: () => Date.parse(now) } },
  });
  for (const [serial, time] of made.entries()) {
    const id = `req_${String(serial)}`;
    const record = createRecord({ id, callName, attempts: 0, startedAt: Date.parse(time) });
    await testGateway.store.settle({ record, charges: [], limits: {} });
  }
  return testGateway;
}

const daysOf = ({ daily_usage: days }: UsageBody) =>
  days.map(({ date, requests }) => [date, requests]);

describe('the days of usage', () => {
  /** The last quarter of the day before, the day's first and last, and the first of the next. */
  const edges = (first: string, last: string) => {
    const quarter = 900_000;
    return [
      Date.parse(first) - quarter,
      Date.parse(first),
      Date.parse(last),
      Date.parse(last) + quarter,
    ].map((time) => new Date(time).toISOString());
  };

  it.each([
    ['UTC', '2026-04-10', '2026-04-10T00:00:00Z', '2026-04-10T23:45:00Z'],
    ['Asia/Kathmandu', '2026-04-10', '2026-04-09T18:15:00Z', '2026-04-10T18:00:00Z'],
    // Clocks are set forward and back: days of 23 and of 25 hours.
    ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00Z', '2026-03-29T21:45:00Z'],
    ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00Z', '2026-10-25T22:45:00Z'],
    // Clocks are set forward at midnight, so that day has no midnight.
    ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00Z', '2026-09-07T02:45:00Z'],
    ['America/Havana', '2026-03-08', '2026-03-08T05:00:00Z', '2026-03-09T03:45:00Z'],
  ])('in %s hold all of %s and nothing else', async (...edge) => {
    const [zone, day, first, last] = edge;
    const soon = new Date(Date.parse(last) + 3 * 86_400_000).toISOString();
    const running = await gatewayAt(soon, edges(first, last));
    const query = `?timezone=${encodeURIComponent(zone)}`;
    const body = await read(running, query);
    expect(daysOf(body).map(([, requests]) => requests)).toEqual([1, 2, 1]);
    expect(daysOf(body)[1]).toEqual([day, 2]);
    const ofDay = await read(running, `${query}&start_date=${day}&end_date=${day}`);
    expect(ofDay.model_stats).toMatchObject([{ model: callName, requests: 2 }]);
  });

  it('has the requested number of days, with today', async () => {
    const now = '2026-04-12T22:30:00Z';
    const made = ['2026-04-12T22:00:00Z', '2026-04-11T22:00:00Z', '2026-04-10T12:00:00Z'];
    const running = await gatewayAt(now, made);
    expect(daysOf(await read(running, '?days=1'))).toEqual([['2026-04-12', 1]]);
    expect(daysOf(await read(running, '?days=2'))).toHaveLength(2);
    expect(daysOf(await read(running, ''))).toHaveLength(3);
    const inBerlin = await read(running, '?days=1&timezone=Europe/Berlin');
    expect(daysOf(inBerlin)).toEqual([['2026-04-13', 1]]);
    expect(inBerlin.usage.today.requests).toBe(1);
  });

  it('may be in the past or in a range without usage', async () => {
    const running = await gatewayAt('2026-04-12T12:00:00Z', ['2025-01-01T12:00:00Z']);
    const range = '?start_date=2025-01-01&end_date=2025-12-31';
    expect((await read(running, range)).model_stats).toMatchObject([{ requests: 1 }]);
    const later = await read(running, '?start_date=2999-12-31&end_date=2999-12-31');
    expect(later.model_stats).toEqual([]);
  });
});

describe('invalid times', () => {
  it.each([
    ['days=0', 'days'],
    ['days=91', 'days'],
    ['days=', 'days'],
    ['days=-1', 'days'],
    ['days=1e1', 'days'],
    ['timezone=Mars/Olympus', 'timezone'],
    ['timezone=%00', 'timezone'],
    ['start_date=2026-02-30', 'start_date'],
    ['start_date=tomorrow', 'start_date'],
    ['start_date=0000-01-01&end_date=0000-01-01', 'end_date'],
    ['end_date=9999-12-31', 'end_date'],
    ['end_date=2026-4-1', 'end_date'],
    ['start_date=2026-04-02&end_date=2026-04-01', 'start_date'],
    ['start_date=2001-01-01&end_date=2026-01-01', 'start_date'],
  ])('is refused and named: %s', async (query, param) => {
    const testGateway = await openTestGateway();
    const response = await get(testGateway, `?${query}`);
    expect(response.status).toBe(400);
    const { error } = (await response.json()) as { error: Record<string, string> };
    expect(error).toMatchObject({ type: 'invalid_request_error', param });
    expect(error['message']).toMatch(/^\S.*\S$/);
  });
});

describe('a range with more sums than a store returns', () => {
  it('is refused, with the field that makes it shorter', async () => {
    const testGateway = await openTestGateway();
    const tooMany = () => Promise.reject(new RangeError('Ask for a shorter time.'));
    Object.assign(testGateway.store, { sumUsage: tooMany });
    const response = await get(testGateway, '');
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: { code: 'out_of_range', param: 'start_date', message: 'Ask for a shorter time.' },
    });
  });
});

describe('a key with few requests', () => {
  it('has as its rate those of the last sixty seconds', async () => {
    const made = ['2026-04-12T12:00:00Z', '2026-04-12T11:59:00Z', '2026-04-12T11:58:59.999Z'];
    const running = await gatewayAt('2026-04-12T12:00:00Z', made);
    expect(await read(running, '')).toMatchObject({ usage: { rpm: 2 } });
  });
});

describe('a key with more requests than one list holds', () => {
  it('has its rate from the time that the list covers', async () => {
    const now = Date.parse('2026-04-12T12:00:00Z');
    const made = Array.from({ length: 1_500 }, (_, serial) =>
      new Date(now - 20 * (serial + 1)).toISOString(),
    );
    const running = await gatewayAt('2026-04-12T12:00:00Z', made);
    expect(await read(running, '')).toMatchObject({ usage: { rpm: 3_000 } });
  });

  it('has its rate from one millisecond when all of the list are from the same', async () => {
    const now = '2026-04-12T12:00:00Z';
    const running = await gatewayAt(now, Array<string>(1_000).fill(now));
    expect(await read(running, '')).toMatchObject({ usage: { rpm: 60_000_000 } });
  });
});
