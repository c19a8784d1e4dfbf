import { afterEach, describe, expect, it } from 'vitest';
import type { ExchangeView } from '../exchanges/exchange.ts';
import { configurationSchema, createGateway, type Host } from '@parley/core/extension';
import { StoreUnavailableError } from '@parley/core/store';
import { sampleRecord } from '@parley/core/testing';
import {
  createAdminHarness,
  type AdminHarness,
  type AdminTestGatewaySettings,
} from '../testing/admin-harness.ts';

let harness: AdminHarness | undefined;
afterEach(async () => {
  await harness?.testGateway.close();
  harness = undefined;
});

async function arrange(settings: AdminTestGatewaySettings = {}): Promise<AdminHarness> {
  harness = await createAdminHarness(settings);
  return harness;
}

async function settle({ testGateway }: AdminHarness, ids: readonly string[], keyId = 'key_1') {
  for (const id of ids) {
    await testGateway.store.settle({
      record: { ...sampleRecord, id, keyId },
      charges: [],
      limits: {},
    });
  }
}

interface Watching {
  readonly response: Response;
  /** The next text as it was sent; `undefined` at the end. */
  next(): Promise<string | undefined>;
  leave(): Promise<void>;
}

async function watch(
  { testGateway, secret }: AdminHarness,
  query = '',
  { method = 'GET', ...host }: Host & { readonly method?: string } = {},
): Promise<Watching> {
  const url = `http://parley.test/admin/v1/exchanges/live${query}`;
  const headers = { authorization: `Bearer ${secret}` };
  const response = await testGateway.gateway.fetch(new Request(url, { method, headers }), host);
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  return {
    response,
    next: async () => {
      const step = await reader?.read();
      return step?.done === false ? decoder.decode(step.value) : undefined;
    },
    leave: async () => reader?.cancel(),
  };
}

const ready = 'event: ready\ndata: {}\n\n';

function readIds(text: string | undefined): readonly string[] {
  const [, json = ''] = /^event: exchanges\ndata: (.+)\n\n$/.exec(text ?? '') ?? [];
  return (JSON.parse(json) as { data: ExchangeView[] }).data.map(({ id }) => id);
}

describe('a client that follows exchanges', () => {
  it('receives each exchange that settles from then on, once, newest last', async () => {
    const arranged = await arrange();
    await settle(arranged, ['req_before']);
    const watching = await watch(arranged);
    expect(watching.response.headers.get('content-type')).toMatch(/^text\/event-stream/);
    expect(await watching.next()).toBe(ready);
    await settle(arranged, ['req_1', 'req_2']);
    expect(readIds(await watching.next())).toEqual(['req_1', 'req_2']);
    await settle(arranged, ['req_2', 'req_3']);
    expect(readIds(await watching.next())).toEqual(['req_3']);
    await watching.leave();
  });

  it('receives the same fields as the list of exchanges', async () => {
    const arranged = await arrange();
    const watching = await watch(arranged);
    await watching.next();
    await arranged.chat(arranged.testGateway.secret);
    const text = (await watching.next()) ?? '';
    const list = await arranged.call('GET', '/exchanges');
    expect(JSON.parse(text.slice(text.indexOf('{')))).toEqual({
      data: (list.body as { data: unknown }).data,
    });
    await watching.leave();
  });

  it('receives only exchanges that match the filters', async () => {
    const arranged = await arrange();
    const watching = await watch(arranged, '?key_id=key_2');
    await watching.next();
    await settle(arranged, ['req_1']);
    await settle(arranged, ['req_2'], 'key_2');
    expect(readIds(await watching.next())).toEqual(['req_2']);
    await watching.leave();
  });

  it('receives exchanges that another process settled', async () => {
    const arranged = await arrange();
    const other = createGateway({
      store: arranged.testGateway.store,
      configuration: configurationSchema.parse({}),
    });
    const watching = await watch(arranged);
    await watching.next();
    await settle(arranged, ['req_1']);
    await other.fetch(
      new Request('http://parley.test/v1/chat/completions', {
        method: 'POST',
        headers: { authorization: `Bearer ${arranged.testGateway.secret}` },
        body: '{}',
      }),
    );
    const ids = readIds(await watching.next());
    expect(ids).toHaveLength(2);
    expect(ids[0]).toBe('req_1');
    await other.close();
    await watching.leave();
  });

  it('receives a comment when nothing happens', async () => {
    const arranged = await arrange({ options: { limits: { keepAliveMs: 100 } } });
    const watching = await watch(arranged);
    await watching.next();
    expect(await watching.next()).toBe(':\n\n');
    await watching.leave();
  });

  it('that reads slowly causes no buffering, and receives the number of skipped exchanges', async () => {
    const arranged = await arrange();
    const { store } = arranged.testGateway;
    let looks = 0;
    const listSettled = store.listSettled.bind(store);
    Object.assign(store, {
      listSettled: (...filter: Parameters<typeof listSettled>) => {
        looks += 1;
        return listSettled(...filter);
      },
    });
    const watching = await watch(arranged);
    expect(await watching.next()).toBe(ready);
    const ids = Array.from({ length: 450 }, (_, index) => `req_${String(index)}`);
    await settle(arranged, ids);
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    expect(looks).toBe(1);
    expect(await watching.next()).toBe('event: skipped\ndata: {"count":250}\n\n');
    expect(readIds(await watching.next())).toEqual(ids.slice(250));
    await settle(arranged, ['req_last']);
    expect(readIds(await watching.next())).toEqual(['req_last']);
    await watching.leave();
  });
});

describe('a live stream ends', () => {
  it('when its time limit is reached', async () => {
    const watching = await watch(await arrange({ admin: { liveStreams: { durationMs: 50 } } }));
    expect(await watching.next()).toBe(ready);
    expect(await watching.next()).toBeUndefined();
  });

  it('when its time limit is reached, also for clients that read nothing', async () => {
    const arranged = await arrange({ admin: { liveStreams: { durationMs: 50, capacity: 1 } } });
    const watching = await watch(arranged);
    await new Promise((resolve) => setTimeout(resolve, 100));
    await (await watch(arranged)).leave();
    expect(await watching.next()).toBeUndefined();
  });

  it('when the token of its reader is deleted, before another exchange is shown', async () => {
    const arranged = await arrange();
    const watching = await watch({ ...arranged, secret: await arranged.addToken('viewer') });
    expect(await watching.next()).toBe(ready);
    const { data } = (await arranged.call('GET', '/tokens')).body as {
      data: { id: string; role: string }[];
    };
    const id = data.find(({ role }) => role === 'viewer')?.id ?? '';
    expect((await arranged.call('DELETE', `/tokens/${id}`)).status).toBe(204);
    await settle(arranged, ['req_1']);
    expect(await watching.next()).toBeUndefined();
  });

  it('when the gateway closes, and no new one is accepted', async () => {
    const arranged = await arrange();
    const watching = await watch(arranged);
    await watching.next();
    const end = watching.next();
    await arranged.testGateway.gateway.close();
    expect(await end).toBeUndefined();
    expect((await watch(arranged)).response.status).toBe(503);
  });

  it.each<[string, (watching: Watching, departure: AbortController) => unknown]>([
    ['cancels the body', ({ leave }) => leave()],
    ['is gone by the word of the host', (_, departure) => departure.abort()],
  ])('frees the place of a reader who %s', async (_, leave) => {
    const arranged = await arrange({ admin: { liveStreams: { capacity: 1 } } });
    const departure = new AbortController();
    const watching = await watch(arranged, '', { departure: departure.signal });
    await watching.next();
    const refused = await watch(arranged);
    expect(refused.response.status).toBe(503);
    expect(await refused.next()).toContain('too_many_streams');
    const end = watching.next();
    await leave(watching, departure);
    expect(await end).toBeUndefined();
    const again = await watch(arranged);
    expect(again.response.status).toBe(200);
    await again.leave();
  });

  it('immediately for HEAD, which has no body', async () => {
    const arranged = await arrange({ admin: { liveStreams: { capacity: 1 } } });
    for (let round = 0; round < 3; round += 1) {
      const { response } = await watch(arranged, '', { method: 'HEAD' });
      expect(response.status).toBe(200);
    }
  });

  it('when the store fails, which is logged', async () => {
    const arranged = await arrange();
    const watching = await watch(arranged);
    await watching.next();
    const fail = () => Promise.reject(new StoreUnavailableError('down'));
    Object.assign(arranged.testGateway.store, { listSettled: fail });
    expect(await watching.next()).toBeUndefined();
    expect(arranged.testGateway.log.join('\n')).toContain('A live stream failed.');
  });
});

describe('a live stream is refused', () => {
  it('when the store is unavailable, and it takes no slot', async () => {
    const arranged = await arrange({ admin: { liveStreams: { capacity: 1 } } });
    const { store } = arranged.testGateway;
    const readTime = store.readTime.bind(store);
    const fail = () => Promise.reject(new StoreUnavailableError('down'));
    Object.assign(store, { readTime: fail });
    expect((await watch(arranged)).response.status).toBe(503);
    Object.assign(store, { readTime });
    await (await watch(arranged)).leave();
  });

  it.each(['?color=red', '?outcome=lost', '?limit=5', '?after=1_x'])('with %s', async (query) => {
    const arranged = await arrange();
    expect((await watch(arranged, query)).response.status).toBe(400);
  });

  it('without a token, but not to viewers', async () => {
    const arranged = await arrange();
    const refused = await watch({ ...arranged, secret: 'parley-admin-wrong' });
    expect(refused.response.status).toBe(401);
    const viewer = await watch({ ...arranged, secret: await arranged.addToken('viewer') });
    expect(viewer.response.status).toBe(200);
    await viewer.leave();
  });
});
