import { describe, expect, it } from 'vitest';
import { formats, formatClients } from '../../testing/format-clients.ts';
import { openTestGateway } from '../../testing/open-test-gateway.ts';
import { type TestGatewaySettings } from '../../testing/test-gateway.ts';
import type { ProcessLoad } from '../../ports.ts';

async function arrange(
  load: ProcessLoad,
  configuration: TestGatewaySettings['configuration'] = {},
) {
  const testGateway = await openTestGateway({
    configuration,
    options: { load: { measure: () => load } },
  });
  return testGateway;
}

describe('an overloaded process', () => {
  it.each(formats)('refuses a %s call in its format, before it asks the store', async (format) => {
    const { post, store, upstream } = await arrange({ delayMs: 501 });
    store.findKey = () => Promise.reject(new Error('asked'));
    const { path, ask } = formatClients[format];
    const response = await post(path, ask(10, false));
    expect(response.status).toBe(format === 'messages' ? 529 : 503);
    expect(response.headers.get('retry-after')).toBe('2');
    const text = await response.text();
    expect(text).toContain('"The gateway is overloaded."');
    if (format === 'chat') expect(text).toContain('"event_loop_delay"');
    expect(upstream.requests).toHaveLength(0);
  });

  it('refuses calls while its heap is nearly full', async () => {
    const { post } = await arrange({ heapShare: 0.91 });
    const { path, ask } = formatClients.chat;
    expect(await (await post(path, ask(10, false))).text()).toContain('"heap"');
  });

  it('still answers health checks, and what calls no model', async () => {
    const { gateway, secret } = await arrange({ delayMs: 60_000, heapShare: 1 });
    const headers = { authorization: `Bearer ${secret}` };
    for (const path of ['/healthz', '/readyz', '/v1/models', '/v1/usage']) {
      const response = await gateway.fetch(new Request(`http://parley.test${path}`, { headers }));
      expect([path, response.status]).toEqual([path, 200]);
    }
  });
});

describe('a busy process', () => {
  const { path, ask } = formatClients.chat;

  it.each([{}, { delayMs: 500, heapShare: 0.9 }])('serves calls at %o', async (load) => {
    const { post } = await arrange(load);
    expect((await post(path, ask(10, false))).status).toBe(200);
  });

  it('has the limits that the configuration sets', async () => {
    const overload = { event_loop_delay: 2, heap: 0.5 };
    const slow = await arrange({ delayMs: 1_900 }, { overload });
    expect((await slow.post(path, ask(10, false))).status).toBe(200);
    await slow.close();
    const full = await arrange({ heapShare: 0.6 }, { overload });
    expect((await full.post(path, ask(10, false))).status).toBe(503);
  });
});
