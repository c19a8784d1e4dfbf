import { describe, expect, it } from 'vitest';
import { createStreamTranslator } from './stream.ts';

const facts = { id: 'x7', now: () => 1_790_000_000_000, model: 'call-name' };
const create = () =>
  createStreamTranslator({ from: 'openai-chat', to: 'anthropic-messages', ...facts });

const chunk = (text: string, finish: string | null = null) =>
  `data: ${JSON.stringify({ id: 'c', choices: [{ index: 0, delta: { content: text }, finish_reason: finish }] })}\n\n`;
const endMark = 'data: [DONE]\n\n';
const whole = [chunk('Hel'), chunk('lo', 'stop'), endMark];

/** An upstream's body: it gives a piece whenever one is asked for, then does what `then` says. */
function bodyOf(
  pieces: readonly string[],
  then: (controller: ReadableStreamDefaultController<Uint8Array>) => void = (controller) => {
    controller.close();
  },
) {
  const left = [...pieces];
  const seen = { given: 0, cancelled: undefined as unknown };
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const piece = left.shift();
        if (piece === undefined) {
          then(controller);
          return;
        }
        seen.given++;
        controller.enqueue(new TextEncoder().encode(piece));
      },
      cancel(reason) {
        seen.cancelled = reason;
      },
    },
    { highWaterMark: 0 },
  );
  return { body, seen };
}

describe('a translation as a transform stream', () => {
  it('writes each text at once, also in Gemini’s format', async () => {
    const translator = createStreamTranslator({
      ...{ from: 'openai-chat', to: 'gemini-generate', ...facts },
    });
    const { body, seen } = bodyOf(whole);
    const reader = body.pipeThrough(translator).getReader();
    const { value } = await reader.read();
    expect(new TextDecoder().decode(value)).toContain('"Hel"');
    expect(seen.given).toBeLessThan(whole.length);
    await reader.cancel();
  });

  it('ends with an error event, and not with an error, when the upstream breaks off', async () => {
    const translator = create();
    const { body } = bodyOf([chunk('Hel')], (controller) => {
      controller.error(new Error('secret socket'));
    });
    const text = await new Response(body.pipeThrough(translator)).text();
    expect(text).toMatch(/Hel[^]*event: error\n/);
    expect(text).not.toContain('secret');
    expect(translator.state).toBe('failed');
  });

  it('ends with an error event when the end mark is missing', async () => {
    const { body } = bodyOf([chunk('Hel')]);
    expect(await new Response(body.pipeThrough(create())).text()).toMatch(/Hel[^]*event: error\n/);
  });

  it('cancels the upstream after an error event in the middle', async () => {
    const { body, seen } = bodyOf(
      [chunk('Hel'), 'data: {"error":{"message":"Oh"}}\n\n'],
      () => undefined,
    );
    expect(await new Response(body.pipeThrough(create())).text()).toContain('Oh');
    await expect.poll(() => seen.cancelled).toBeInstanceOf(TypeError);
  });

  it('ends at the end mark, and cancels an upstream that continues', async () => {
    const { body, seen } = bodyOf([...whole, chunk('more'), chunk('more')], () => undefined);
    const text = await new Response(body.pipeThrough(create())).text();
    expect(text).toMatch(/message_stop[^]*$/);
    expect(text).not.toContain('more');
    await expect.poll(() => seen.cancelled).toBeInstanceOf(TypeError);
    expect(seen.given).toBe(4);
  });

  it('cancels the upstream when the client disconnects', async () => {
    const { body, seen } = bodyOf(Array.from({ length: 99 }, () => chunk('x')));
    const reader = body.pipeThrough(create()).getReader();
    await reader.read();
    await reader.cancel('gone');
    await expect.poll(() => seen.cancelled).toBe('gone');
  });

  it('applies back-pressure to the upstream', async () => {
    const { body, seen } = bodyOf(Array.from({ length: 99 }, () => chunk('x')));
    const reader = body.pipeThrough(create()).getReader();
    for (let count = 0; count < 3; count++) await reader.read();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(seen.given).toBeLessThan(10);
    await reader.cancel();
  });

  it('equals the result of push', async () => {
    const pushed = create();
    const expected = whole.map((piece) => pushed.push(piece)).join('') + pushed.end();
    const translator = create();
    const text = await new Response(bodyOf(whole).body.pipeThrough(translator)).text();
    expect(text).toBe(expected);
    expect(translator.state).toBe('ended');
  });
});
