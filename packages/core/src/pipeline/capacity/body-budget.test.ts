import { gzipSync } from 'node:zlib';
import { answerWith, holdHead, reshape } from '@parley/testkit';
import { describe, expect, it } from 'vitest';
import { openTestGateway } from '../../testing/open-test-gateway.ts';
import { chatRequest } from '../../testing/test-gateway.ts';
import { createBodyBudget } from './body-budget.ts';

const path = '/v1/chat/completions';
const question = { ...chatRequest, messages: [{ role: 'user', content: 'x'.repeat(3_000) }] };

/** A body that does not declare its length. */
function inPieces(text: string): BodyInit {
  const pieces = text.match(/[^]{1,500}/g) ?? [];
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      const piece = pieces.shift();
      if (piece === undefined) controller.close();
      else controller.enqueue(new TextEncoder().encode(piece));
    },
  });
}

async function arrange() {
  const testGateway = await openTestGateway({ options: { limits: { bodyBytesInFlight: 8_000 } } });
  testGateway.upstream.script(reshape(answerWith({ text: 'Yes.' }), holdHead));
  const { post, upstream } = testGateway;
  const running = [post(path, question), post(path, question)];
  await expect.poll(() => upstream.requests.length).toBe(2);
  return { ...testGateway, running };
}

describe('the bodies of running requests', () => {
  it.each([
    ['declares its length', { 'content-length': String(JSON.stringify(question).length) }, false],
    ['comes in pieces', {}, true],
  ] as const)('leave no room for another one that %s', async (_, headers, isStreamed) => {
    const { post, upstream, running } = await arrange();
    const text = JSON.stringify(question);
    const body = isStreamed ? inPieces(text) : text;
    const init = { body, headers, duplex: 'half' };
    const refused = await post(path, '', init);
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(refused.headers.get('x-should-retry')).toBe('true');
    const said = await refused.text();
    expect(said).toContain('"too_many_body_bytes"');
    expect(said).toContain(
      'The gateway is overloaded: it holds as many request bodies as it may."',
    );
    upstream.release();
    await Promise.all(running);
    upstream.script(answerWith({ text: 'Yes.' }));
    expect((await post(path, question)).status).toBe(200);
  });

  it('leave no room for the items of a conversation either', async () => {
    const { post, upstream, running } = await arrange();
    const items = question.messages;
    const refused = await post('/v1/conversations', { items });
    expect(refused.status).toBe(503);
    expect(await refused.text()).toContain('"too_many_body_bytes"');
    upstream.release();
    await Promise.all(running);
    for (let times = 0; times < 3; times++) {
      expect((await post('/v1/conversations', { items })).status).toBe(200);
    }
  });

  it('leave room for a small one', async () => {
    const { post, upstream, running } = await arrange();
    upstream.script(answerWith({ text: 'Yes.' }));
    expect((await post(path, chatRequest)).status).toBe(200);
    upstream.release();
    await Promise.all(running);
  });
});

describe('a compressed body', () => {
  it.each([
    ['by its text, where that is longer', question],
    ['as it was sent, where its text is shorter', chatRequest],
  ])('counts %s', async (_, coded) => {
    const text = JSON.stringify(coded);
    const sent = gzipSync(text);
    const held = Math.max(text.length, sent.length);
    const other = JSON.stringify(question);
    const statuses: number[] = [];
    for (const bodyBytesInFlight of [held + other.length, held + other.length - 1]) {
      const { post, upstream } = await openTestGateway({
        options: { limits: { bodyBytesInFlight } },
      });
      upstream.script(reshape(answerWith({ text: 'Yes.' }), holdHead));
      const first = post(path, '', { body: sent, headers: { 'content-encoding': 'gzip' } });
      await upstream.nextRequest();
      upstream.script(answerWith({ text: 'Yes.' }));
      statuses.push((await post(path, other)).status);
      upstream.release();
      expect((await first).status).toBe(200);
    }
    expect(statuses).toEqual([200, 503]);
  });
});

describe('a body larger than all that may be held', () => {
  it('has room alone, and leaves none', () => {
    const budget = createBodyBudget(100);
    const [large, small] = [{ bodyBytes: 0 }, { bodyBytes: 0 }];
    budget.take(large, 80);
    budget.take(large, 80);
    expect(budget.hasRoom(1)).toBe(false);
    expect(() => budget.take(small, 1)).toThrow('overloaded');
    budget.free(large);
    budget.free(large);
    expect(budget.hasRoom(1_000)).toBe(true);
  });

  it('is one that is larger by a byte', () => {
    const budget = createBodyBudget(100);
    const [first, second] = [{ bodyBytes: 0 }, { bodyBytes: 0 }];
    budget.take(first, 60);
    expect([budget.hasRoom(40), budget.hasRoom(41)]).toEqual([true, false]);
    budget.take(second, 40);
    expect(() => budget.take(first, 1)).toThrow('overloaded');
  });
});

it('a body that is declared too large for the room that is left is refused before it is read', async () => {
  const { post, upstream, running } = await arrange();
  const body = new ReadableStream<Uint8Array>();
  const headers = { 'content-length': '3000' };
  const init = { body, headers, duplex: 'half' };
  expect((await post(path, '', init)).status).toBe(503);
  upstream.release();
  await Promise.all(running);
});
