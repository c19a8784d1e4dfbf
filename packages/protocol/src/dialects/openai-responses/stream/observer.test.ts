import { describe, expect, it } from 'vitest';
import { GatewayError } from '../../../canonical/error.ts';
import type { ObserverTarget } from '../../../codec.ts';
import type { SseFrame } from '../../../sse/frame.ts';
import { framesOf, readRecording } from '../../../testing/recordings.ts';
import { createStreamObserver } from './observer.ts';

const target = { model: 'work/fast', includeUsage: true };

function readFrames(name: string): readonly SseFrame[] {
  return framesOf(readRecording('openai-responses', name));
}

function run(frames: readonly SseFrame[], options: Partial<ObserverTarget> = {}) {
  const observer = createStreamObserver({ ...target, ...options });
  const steps = [...frames.map((frame) => observer.push(frame)), observer.end()];
  const text = steps.map((step) => ('text' in step ? step.text : '')).join('');
  return { observer, steps, text, actions: steps.map(({ action }) => action) };
}

const upstreamModel = '"gpt-5-mini-2025-08-07"';

describe('streams that break', () => {
  it.each([
    ['at once', []],
    ['midway', readFrames('cut-midway')],
    ['behind an end mark', readFrames('end-mark-without-completed')],
  ])('fail when they close %s', (_, frames) => {
    const { steps } = run(frames);
    const failed = steps.filter(({ action }) => action === 'fail');
    expect(failed).toMatchObject(
      [{ error: { reason: 'stream_interrupted' }, text: /^event: error\ndata: \{.*\n\n$/ }].map(
        ({ error, text }) => ({ error, text: expect.stringMatching(text) as unknown }),
      ),
    );
  });

  it('end with a failed reply under the call name, for clients that read it', () => {
    const { text } = run(readFrames('error-then-failed'), { failsOtherwise: true });
    expect(text).not.toContain('event: error');
    const data = /event: response.failed\ndata: (.*)\n\n$/.exec(text)?.[1] ?? '';
    expect(JSON.parse(data)).toMatchObject({
      response: {
        ...{ model: 'work/fast', status: 'failed', output: [] },
        error: { code: 'server_error', message: 'The model crashed.' },
      },
    });
    expect(data).not.toContain(upstreamModel);
    expect(run([], { failsOtherwise: true }).text).toMatch(/^event: error\n/);
  });

  it.each(['response.created', 'response.completed', 'response.incomplete', 'response.failed'])(
    'show and count nothing of a %s that is no object',
    (event) => {
      for (const data of ['', 'null', '[]', 'bad']) {
        const observer = createStreamObserver(target);
        expect(observer.push({ event, data })).toEqual({ action: 'drop' });
        expect(observer.end()).toMatchObject({ error: { reason: 'stream_interrupted' } });
      }
    },
  );

  it('number our own error behind the last event', () => {
    const observer = createStreamObserver(target);
    for (const frame of readFrames('cut-midway')) observer.push(frame);
    expect(observer.fail(new GatewayError('canceled', 'Gone.'))).toContain('"sequence_number":4,');
  });

  it.each(['error-flat', 'error-then-failed'])('%s is reported once, in both forms', (name) => {
    const { steps, text } = run(readFrames(name));
    expect(steps.filter(({ action }) => action === 'fail')).toHaveLength(1);
    expect(text.trimEnd().split('\n').at(-1)).toBe(
      'data: {"type":"error","code":"server_error","message":"The model crashed.","param":null,"sequence_number":4,"error":{"type":"server_error","code":"server_error","message":"The model crashed.","param":null}}',
    );
  });

  it('pass a failed reply through under the call name', () => {
    const { text, actions } = run(readFrames('failed'));
    expect(actions.slice(-2)).toEqual(['fail', 'drop']);
    expect(text).toContain('event: response.failed\n');
    expect(text).not.toContain(upstreamModel);
  });

  it('hide the upstream’s message about our credential', () => {
    const error = { code: 'server_error', message: 'Key sk-abcdefgh1234 expired' };
    const data = JSON.stringify({ type: 'response.failed', response: { id: 'r', error } });
    const { text, actions } = run([{ event: 'response.failed', data }]);
    expect(actions[0]).toBe('fail');
    expect(text).toContain('event: error\n');
    expect(text).not.toContain('sk-abcdefgh1234');
  });

  it('fail when the stream has another format', () => {
    const { actions } = run(Array.from({ length: 1_100 }, () => ({ data: 'x' })));
    expect(actions.filter((action) => action === 'fail')).toHaveLength(1);
    expect(actions).not.toContain('relay');
  });
});

describe('complete streams', () => {
  it('pass through unchanged except for the model', () => {
    const frames = readFrames('text');
    const { text, observer, actions } = run(frames);
    const raw = frames.map((frame) => frame.raw).join('');
    expect(text).toBe(raw.replaceAll(upstreamModel, '"work/fast"'));
    expect(actions.slice(-2)).toEqual(['end', 'drop']);
    expect(observer.usage).toMatchObject({ input: 12, cacheRead: 6, output: 5, reasoning: 4 });
  });

  it('return usage whose parts are included in its sums', () => {
    const { observer } = run(readFrames('reasoning-exceeds-output'));
    expect(observer.usage).toMatchObject({ input: 18, output: 0, reasoning: 5 });
  });

  it('replace the model name everywhere in the reply', () => {
    const response =
      '{"metadata":{"model":"x"},"model":"up","instructions":"\\"model\\":\\"up\\""}';
    const data = `{"type":"response.created","response":${response}}`;
    const step = createStreamObserver(target).push({ event: 'response.created', data });
    expect(step).toEqual({
      action: 'relay',
      text: `event: response.created\ndata: ${data.replace('"model":"up"', '"model":"work/fast"')}\n\n`,
    });
  });

  it('get names for frames without one, and keep unknown events', () => {
    const { text } = run(readFrames('names-missing'));
    expect(text).toContain('event: response.output_text.delta\ndata: ');
    expect(run(readFrames('garbage-between')).text).toContain('response.future_thing');
    expect(run(readFrames('garbage-between')).text).not.toContain('not json');
  });

  it('change nothing else in a frame that gets a name', () => {
    const data = '{"type":"response.output_text.delta","delta":"a"}';
    const step = createStreamObserver(target).push({ data, raw: `data: ${data}\n\n` });
    const text = `event: response.output_text.delta\ndata: ${data}\n\n`;
    expect(step).toEqual({ action: 'relay', text });
  });

  it('end also when they are incomplete, and drop what follows', () => {
    expect(run(readFrames('incomplete-length')).actions).toContain('end');
    expect(run(readFrames('speech-after-end')).text).not.toContain('more');
    expect(run(readFrames('end-mark-after-completed')).text).not.toContain('[DONE]');
  });

  it('count as started with their first content, not with an empty item', () => {
    const observer = createStreamObserver(target);
    const firstOf = readFrames('text').find((frame) => {
      observer.push(frame);
      return observer.started;
    });
    expect(firstOf?.event).toBe('response.output_text.delta');
  });

  it.each([
    ['response.output_item.added', { item: { type: 'reasoning', summary: [] } }, false],
    ['response.output_item.added', { item: { type: 'function_call', name: 'look' } }, true],
    ['response.output_item.done', { item: { type: 'message', content: [] } }, true],
    ['response.content_part.added', { part: { type: 'output_text', text: '' } }, false],
  ])('know by %s with %o whether they have started', (type, fields, started) => {
    const observer = createStreamObserver(target);
    observer.push({ event: type, data: JSON.stringify({ type, ...fields }) });
    expect(observer.started).toBe(started);
  });
});

describe('what an event says', () => {
  function observe(type: string, fields: object) {
    const passed: string[] = [];
    const onText = (text: string, kind: string) => passed.push(`${kind}: ${text}`);
    const observer = createStreamObserver({ ...target, onText });
    observer.push({ event: type, data: JSON.stringify({ type, ...fields }) });
    return passed;
  }

  it.each([
    ['response.output_text.delta', { delta: 'a' }, ['output: a']],
    ['response.refusal.delta', { delta: 'a' }, ['output: a']],
    ['response.function_call_arguments.delta', { delta: '{' }, ['output: {']],
    ['response.custom_tool_call_input.delta', { delta: 'a' }, ['output: a']],
    ['response.reasoning_text.delta', { delta: 'a' }, ['reasoning: a']],
    ['response.reasoning_summary_text.delta', { delta: 'a' }, ['reasoning: a']],
    ['response.output_item.added', { item: { type: 'function_call', name: 'f' } }, ['output: f']],
    ['response.output_item.added', { item: { type: 'message' } }, []],
    ['response.output_text.done', { text: 'a', delta: 'a' }, []],
    ['response.audio.delta', { delta: 'AAAA' }, []],
    ['response.audio.transcript.delta', { delta: 'a' }, []],
  ])('%s %j is counted once', (type, fields, texts) => {
    expect(observe(type, fields)).toEqual(texts);
  });
});

it.each(['response.created', 'response.queued', 'response.in_progress'])(
  'a client sees its own name of the model in %s',
  (type) => {
    const data = JSON.stringify({ type, response: { model: 'up' } });
    const step = createStreamObserver(target).push({ event: type, data });
    expect(step).toMatchObject({
      action: 'relay',
      text: expect.stringContaining('"model":"work/fast"') as string,
    });
  },
);

it('an error without a type or a name ends the stream', () => {
  const data = JSON.stringify({ error: { message: 'It broke.', code: 'server_error' } });
  expect(createStreamObserver(target).push({ data })).toMatchObject({
    ...{ action: 'fail', error: { message: 'It broke.' } },
  });
});

it('a client sees its own name of the model when the data is on several lines', () => {
  const lines = ['{"type":"response.created",', '"response":{"model":"up"}}'];
  const sent = `event: response.created\n${lines.map((line) => `data: ${line}\n`).join('')}\n`;
  const [frame = { data: '' }] = framesOf(sent);
  const data = '{"type":"response.created", "response":{"model":"work/fast"}}';
  expect(createStreamObserver(target).push(frame)).toEqual({
    ...{ action: 'relay', text: `event: response.created\ndata: ${data}\n\n` },
  });
});

it('a frame with the default name of events gets its type as its name', () => {
  const data = '{"type":"response.output_text.delta",\n"delta":"a"}';
  const raw = `event: message\ndata: ${data.replace('\n', ' ')}\n\n`;
  expect(createStreamObserver(target).push({ event: 'message', data, raw })).toEqual({
    ...{ action: 'relay', text: raw.replace('message', 'response.output_text.delta') },
  });
});

it('a failed reply that states no error fails at the end of the stream', () => {
  const event = { type: 'response.failed', response: { id: 'r', status: 'failed' } };
  const observer = createStreamObserver(target);
  expect(observer.push({ data: JSON.stringify(event) })).toEqual({ action: 'drop' });
  const error = { code: 'upstream-unavailable' };
  expect(observer.end()).toMatchObject({ action: 'fail', error });
});
