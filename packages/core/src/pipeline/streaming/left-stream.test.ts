import { answerWith, reshape, stallAfter, type Answer } from '@parley/testkit';
import { describe, expect, it } from 'vitest';
import { formats, pairs, plainPrices, formatClients } from '../../testing/format-clients.ts';
import { openTestGateway } from '../../testing/open-test-gateway.ts';
import type { Format } from '../../testing/test-gateway.ts';
import { tokenizedTexts } from '../../testing/tokenized-texts.ts';

/** Separates the text that the client reads from the text that the upstream never sends. */
const mark = 'Q';

function framesUntil(answer: Answer, awaited: string): number {
  const frames = answer.body.flatMap((step) =>
    'bytes' in step ? [new TextDecoder().decode(step.bytes)] : [],
  );
  return frames.findIndex((frame) => frame.includes(`"${awaited}"`)) + 1;
}

/** A translated Gemini stream is one piece behind, so the piece after the mark has to come first. */
function heldFrames(client: Format, format: Format): number {
  return client === 'gemini' && format !== 'gemini' ? 1 : 0;
}

/** Joins `size` tokens into a chunk, as upstreams do that send less often. */
function bundle(pieces: readonly string[], size: number): string[] {
  return Array.from({ length: Math.ceil(pieces.length / size) }, (_, index) =>
    pieces.slice(index * size, (index + 1) * size).join(''),
  );
}

/** Reads a stream up to the mark and disconnects. Returns the output tokens that are charged. */
async function leave(
  [client, format]: readonly [Format, Format],
  pieces: readonly string[],
): Promise<number> {
  const { post, upstream, store } = await openTestGateway({
    formats: [format],
    model: 'gpt-5',
    configuration: plainPrices,
  });
  const text = [...pieces, mark, ...pieces];
  upstream.script(
    reshape(answerWith({ text }), (answer) =>
      stallAfter(answer, framesUntil(answer, mark) + heldFrames(client, format)),
    ),
  );
  const { streamPath, ask } = formatClients[client];
  const response = await post(streamPath, ask(4_000, true));
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  for (let read = ''; !read.includes(`"${mark}"`);) {
    const chunk = await reader?.read();
    if (chunk === undefined || chunk.done) throw new Error('The stream ended before the mark.');
    read += decoder.decode(chunk.value, { stream: true });
  }
  await reader?.cancel();
  await upstream.whenClientLeft(0);
  await expect.poll(() => store.exchanges.length).toBe(1);
  const { usage, outcome, chargedNanoUsd } = store.exchanges[0] ?? {};
  expect(outcome).toBe('canceled');
  expect(usage?.estimated === true || format === 'gemini').toBe(true);
  expect(chargedNanoUsd).toBeGreaterThan(0);
  return usage?.output ?? 0;
}

describe.each(pairs)('a %s client that disconnects from a %s upstream', (...pair) => {
  it.each(tokenizedTexts)(
    'pays for what was relayed, within 5 %, when tokens come one by one ($language)',
    async ({ tokens, pieces }) => {
      const charged = await leave(pair, pieces);
      expect(Math.abs(charged - tokens - 1)).toBeLessThanOrEqual(0.05 * tokens);
    },
  );
});

describe.each(formats)('an upstream that speaks %s and sends several tokens at once', (format) => {
  it('is billed within 5 % over all samples', async () => {
    let all = 0;
    let charged = 0;
    for (const { tokens, pieces } of tokenizedTexts) {
      const paid = await leave([format, format], bundle(pieces, 5));
      all += tokens + 1;
      charged += paid;
    }
    expect(Math.abs(charged - all)).toBeLessThanOrEqual(0.05 * all);
  });
});
