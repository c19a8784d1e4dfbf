import { describe, expect, it } from 'vitest';
import { GatewayError } from '../../../canonical/error.ts';
import { noUsage } from '../../../canonical/usage.ts';
import type { ObserverStep } from '../../../codec.ts';
import { framesOf, readRecording } from '../../../testing/recordings.ts';
import { encodeTokenUsage } from '../usage.ts';
import { createStreamObserver } from './observer.ts';

const readFixture = (name: string) => readRecording('anthropic-messages', name);

function watch(text: string) {
  const observer = createStreamObserver({ model: 'my/"model"', includeUsage: true });
  const steps: ObserverStep[] = framesOf(text).map((frame) => observer.push(frame));
  const last = steps.at(-1)?.action;
  if (last !== 'end' && last !== 'fail' && last !== 'drop') steps.push(observer.end());
  const shown = steps.map((step) => (step.action === 'drop' ? '' : step.text)).join('');
  return { observer, steps, shown };
}

describe('a broken stream', () => {
  it('without message_stop fails', () => {
    const { steps, observer } = watch(readFixture('cut-before-message-stop'));
    expect(steps.at(-1)).toMatchObject({
      action: 'fail',
      error: { code: 'upstream-unavailable', reason: 'stream_interrupted' },
    });
    expect(steps.at(-1)).toMatchObject({
      text: expect.stringMatching(/^event: error\ndata: \{"type":"error"/) as string,
    });
    expect(observer.started).toBe(true);
    expect(observer.push({ event: 'ping', data: '{"type":"ping"}' })).toEqual({ action: 'drop' });
  });

  it.each([
    ['garbage', 'data: overloaded, try later'],
    ['nothing', 'event: ping\ndata:'],
  ])('goes on without %s among its frames', (_, frame) => {
    const whole = readFixture('text');
    expect(watch(`${frame}\n\n${whole}`).shown).toBe(watch(whole).shown);
  });

  it.each(['{"type":"messageXstop"}', '{"typ":"message_stop"}', '{}'])(
    'has a whole end where that of the upstream has the data %s',
    (data) => {
      const whole = readFixture('text');
      const text = whole.replace('data: {"type":"message_stop"}', `data: ${data}`);
      expect(watch(text).shown).toBe(watch(whole).shown);
    },
  );

  it('whose end mark has no data is complete', () => {
    const text = readFixture('text').replace('data: {"type":"message_stop"}', 'data:');
    expect(text).not.toBe(readFixture('text'));
    expect(watch(text).steps.at(-1)?.action).toBe('end');
    expect(watch(text).shown).toBe(watch(readFixture('text')).shown);
  });

  it.each(['null', '[]', 'bad'])('whose end mark is %s fails', (data) => {
    const { observer, shown } = watch(
      readFixture('text').replace('data: {"type":"message_stop"}', `data: ${data}`),
    );
    expect(observer.end()).toMatchObject({ error: { reason: 'stream_interrupted' } });
    expect(shown).not.toContain('message_stop');
  });

  it('with an error event forwards it unchanged', () => {
    const { steps } = watch(readFixture('error-midstream'));
    expect(steps.at(-1)).toMatchObject({
      action: 'fail',
      error: { code: 'overloaded' },
      text: expect.stringContaining('"request_id":"req_011Storm"') as string,
    });
  });

  it('with an unnamed error event gets the name `error`', () => {
    const { steps } = watch(readFixture('error-without-name'));
    expect(steps.at(-1)).toMatchObject({
      action: 'fail',
      text: expect.stringMatching(/^event: error\ndata: /) as string,
    });
  });

  it.each(['data:', 'data: null', 'data: [1]', 'data: <html>', 'data: {"no":"type"}'])(
    'with %s shows nothing of it',
    (garbage) => {
      const { shown } = watch(
        `${garbage}\n\nevent: message_stop\ndata: {"type":"message_stop"}\n\n`,
      );
      expect(shown).toBe('event: message_stop\ndata: {"type":"message_stop"}\n\n');
    },
  );

  it('leaves a note on frames that are no events, but not on empty ones', () => {
    const observer = createStreamObserver({ model: 'm', includeUsage: true });
    for (const data of ['', 'overloaded', '7']) observer.push({ data });
    expect(observer.notes).toEqual([
      {
        path: 'stream',
        action: 'dropped',
        reason: 'The stream had frames that are no events of its format: 2.',
      },
    ]);
  });

  it('that the gateway ends has an error event', () => {
    const observer = createStreamObserver({ model: 'm', includeUsage: true });
    expect(observer.fail(new GatewayError('internal', 'Sorry.'))).toBe(
      'event: error\ndata: {"type":"error","error":{"type":"api_error","message":"Internal server error: Sorry.","details":{"error_code":"internal"}}}\n\n',
    );
  });
});

describe('a whole stream', () => {
  it.each(['text', 'server-tool-web-search', 'unknown-events-and-deltas', 'ping-before-start'])(
    '%s passes unchanged but for the model name',
    (name) => {
      const text = readFixture(name);
      const { shown, steps } = watch(text);
      const renamed = text.replace('"claude-sonnet-4-5-20250929"', JSON.stringify('my/"model"'));
      expect(shown).toBe(renamed);
      expect(steps.at(-1)?.action).toBe('end');
    },
  );

  it('gets the names that are missing', () => {
    const { shown } = watch(readFixture('names-missing'));
    expect(shown.match(/^event: /gm)).toHaveLength(6);
    expect(shown).toContain('event: content_block_delta\ndata: {"type":"content_block_delta"');
  });

  it('gets its names also where they are the default name of events', () => {
    const { shown } = watch(readFixture('text').replace(/^event: .*$/gm, 'event: message'));
    expect(shown).toBe(watch(readFixture('text')).shown);
  });

  it('drops what comes after the end', () => {
    const { steps } = watch(readFixture('speech-after-end'));
    expect(steps.slice(-3)).toEqual([{ action: 'drop' }, { action: 'drop' }, { action: 'drop' }]);
  });

  it('returns its usage', () => {
    expect(watch(readFixture('usage-replaced-at-end')).observer.usage).toMatchObject({
      input: 120,
      cacheRead: 80,
      output: 9,
      reasoning: 21,
    });
    expect(watch(readFixture('cache-usage')).observer.usage).toMatchObject({ cacheWrite1h: 200 });
    expect(watch('').observer.usage).toBeUndefined();
  });

  it('returns the usage of an event also from the message in it', () => {
    const observer = createStreamObserver({ model: 'm', includeUsage: true });
    const frame = (type: string, usage: object) => ({
      event: type,
      data: JSON.stringify({ type, message: { usage } }),
    });
    observer.push(frame('message_start', { input_tokens: 3, output_tokens: 0 }));
    expect(observer.usage).toMatchObject({ input: 3 });
    observer.push(frame('message_delta', { input_tokens: 3, output_tokens: 5 }));
    expect(observer.usage).toMatchObject({ input: 3, output: 5 });
  });

  it('counts as started with its first content', () => {
    const observer = createStreamObserver({ model: 'm', includeUsage: true });
    const frame = (type: string, rest: object) => ({
      event: type,
      data: JSON.stringify({ type, ...rest }),
    });
    observer.push(frame('message_start', { message: {} }));
    observer.push(
      frame('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
    );
    expect(observer.started).toBe(false);
    observer.push(frame('content_block_start', { index: 1, content_block: { type: 'tool_use' } }));
    expect(observer.started).toBe(true);
  });
});

describe('a stream that is ended at its output limit', () => {
  const usage = { ...noUsage, input: 3, output: 4 };
  const writeEvents = (...events: readonly (object & { readonly type: string })[]) =>
    events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');

  function cut(...events: readonly (object & { readonly type: string })[]): string {
    const observer = createStreamObserver({ model: 'm', includeUsage: true });
    for (const event of events) {
      observer.push({ event: event.type, data: JSON.stringify(event) });
    }
    return observer.cut(usage);
  }

  const open = (index: number) => ({
    type: 'content_block_start',
    ...{ index, content_block: { type: 'text', text: '' } },
  });
  const close = (index: number) => ({ type: 'content_block_stop', index });
  const end = { type: 'message_stop' };

  it('closes the blocks that are open, and has the stop reason and the usage', () => {
    const delta = { stop_reason: 'max_tokens', stop_sequence: null };
    const ending = {
      type: 'message_delta',
      delta: { ...delta, stop_details: null, container: null },
      usage: encodeTokenUsage(usage),
    };
    expect(cut(open(0), close(0), open(1), open(2))).toBe(
      writeEvents(close(1), close(2), ending, end),
    );
  });

  it('gets only the end mark after the stop reason', () => {
    const ending = { type: 'message_delta', delta: { stop_reason: 'end_turn' } };
    expect(cut(open(0), ending)).toBe(writeEvents(end));
  });
});

it.each([
  [{ type: 'content_block_delta', delta: { partial_json: '{"a"' } }, ['output: {"a"']],
  [{ type: 'content_block_delta', delta: { text: 'Hi' } }, ['output: Hi']],
  [{ type: 'content_block_delta', delta: { thinking: 'Hm.' } }, ['reasoning: Hm.']],
  [{ type: 'content_block_start', content_block: { name: 'now' } }, ['output: now']],
  [{ type: 'content_block_delta', delta: { signature: 'c2ln' } }, []],
])('%j is counted once', (event, texts) => {
  const passed: string[] = [];
  const onText = (text: string, kind: string) => passed.push(`${kind}: ${text}`);
  const observer = createStreamObserver({ model: 'm', includeUsage: true, onText });
  observer.push({ event: event.type, data: JSON.stringify({ index: 0, ...event }) });
  expect(passed).toEqual(texts);
});
