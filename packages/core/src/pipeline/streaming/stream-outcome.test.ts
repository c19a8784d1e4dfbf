import {
  answerWith,
  countFrames,
  delayHead,
  failWith,
  reshape,
  truncate,
  type Script,
} from '@parley/testkit';
import { expect, it } from 'vitest';
import type { ReplySink } from '../../ports.ts';
import { formats, formatClients } from '../../testing/format-clients.ts';
import { openTestGateway } from '../../testing/open-test-gateway.ts';
import type { Format } from '../../testing/test-gateway.ts';

const whole = answerWith({ text: ['Part one.', 'Part two.', 'Part three.'] });
const cut = reshape(whole, (answer) =>
  truncate(answer, { frames: Math.floor(countFrames(answer) / 2), by: 'clean' }),
);
const failsLate = reshape(failWith(500), (answer) => delayHead(answer, 80));

/** Streams on a sink of the host, and returns with what outcome each response was ended. */
async function stream(client: Format, script: Script): Promise<readonly string[]> {
  const options = { limits: { keepAliveMs: 40 } };
  const { gateway, upstream, secret } = await openTestGateway({ formats: [client], options });
  upstream.script(script);
  const outcomes: string[] = [];
  const sink: ReplySink = {
    open: () => undefined,
    write: () => undefined,
    end: (outcome) => void outcomes.push(outcome),
    onClose: () => undefined,
  };
  const { streamPath, ask } = formatClients[client];
  const request = new Request(`http://parley.test${streamPath}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify(ask(100, true)),
  });
  await gateway.fetch(request, { sink });
  return outcomes;
}

it.each(formats)('a sink learns whether a %s stream has failed', async (client) => {
  expect(await stream(client, whole)).toEqual(['completed']);
  expect(await stream(client, cut)).toEqual(['failed']);
});

it.each(formats.filter((format) => format !== 'gemini'))(
  'a sink learns that a %s stream has failed before its reply began',
  async (client) => {
    expect(await stream(client, failsLate)).toEqual(['failed']);
  },
);
