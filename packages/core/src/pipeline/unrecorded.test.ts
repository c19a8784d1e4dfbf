import { answerWith } from '@parley/testkit';
import { describe, expect, it } from 'vitest';
import { StoreUnavailableError } from '../store/index.ts';
import { pairs, formatClients } from '../testing/format-clients.ts';
import { openTestGateway } from '../testing/open-test-gateway.ts';

/** A gateway whose store and outbox take no settlement. */
async function arrange(format: (typeof pairs)[number][1]) {
  const refuse = () => Promise.reject(new Error('ENOSPC'));
  const nothing = () => Promise.resolve();
  const outbox = {
    ...{ append: refuse, sync: refuse, remove: nothing, close: nothing },
    readLeft: () => Promise.resolve([]),
  };
  const testGateway = await openTestGateway({ formats: [format], options: { outbox } });
  testGateway.store.settle = () => Promise.reject(new StoreUnavailableError('down'));
  return testGateway;
}

describe.each(pairs)(
  'a %s client of a %s upstream, with nowhere to record its call',
  (client, format) => {
    const { path, streamPath, ask } = formatClients[client];

    it('gets 503 instead of an answer that no record would show, and so does the next one', async () => {
      const { post, upstream, gateway } = await arrange(format);
      const response = await post(path, ask(100, false));
      // The Messages format has a status of its own for an overloaded server.
      const overloaded = client === 'messages' ? 529 : 503;
      expect(response.status).toBe(overloaded);
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
      const text = await response.text();
      expect(text).not.toContain('ENOSPC');
      expect(text).toContain('The gateway cannot record exchanges right now."');
      expect((await post(path, ask(100, false))).status).toBe(overloaded);
      expect(upstream.requests).toHaveLength(1);
      const ready = await gateway.fetch(new Request('http://parley.test/readyz'));
      expect(await ready.json()).toMatchObject({ checks: { outbox: 'full' } });
    });

    it('gets an error in place of the end of its stream', async () => {
      const { post, upstream } = await arrange(format);
      upstream.script(answerWith({ text: ['Good ', 'morning.'] }));
      const text = await (await post(streamPath, ask(100, true))).text();
      expect(text).toContain('cannot record exchanges');
      expect(text).not.toMatch(/\[DONE\]|message_stop|response\.completed/);
    });
  },
);
