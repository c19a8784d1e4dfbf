// A stream that never ends, in every pair of formats: its encoder must not hold more and more of it.
import { answerWith } from '@parley/testkit';
import { expect, it } from 'vitest';
import { formatClients, pairs } from '../../testing/format-clients.ts';
import { openTestGateway } from '../../testing/open-test-gateway.ts';

it.each(pairs)(
  'a %s client of a %s upstream gets an error where it is translated',
  async (client, format) => {
    const { post, store, upstream } = await openTestGateway({
      formats: [format],
      options: { limits: { replyBytes: 4_000 } },
    });
    upstream.script(answerWith({ text: Array.from({ length: 600 }, () => ' a word') }));
    const { streamPath, ask } = formatClients[client];
    const text = await (await post(streamPath, ask(2_000, true))).text();
    const isTranslated = client !== format;
    expect(text.includes('"error":{')).toBe(isTranslated);
    expect(store.exchanges).toMatchObject([
      isTranslated
        ? { outcome: 'failed', errorReason: 'upstream_answer_too_large' }
        : { outcome: 'completed' },
    ]);
  },
);
