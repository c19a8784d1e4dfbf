import { describe, expect, it } from 'vitest';
import { GatewayError } from '../../../canonical/error.ts';
import type { ObserverTarget } from '../../../codec.ts';
import { createStreamObserver } from './observer.ts';

const target: ObserverTarget = { model: 'work/fast', includeUsage: false };

const envelope = '"id":"c1","object":"chat.completion.chunk","created":1,"model":"up-1"';
const textChunk = `{${envelope},"choices":[{"index":0,"delta":{"content":"Hi"},"finish_reason":null}]}`;
const role = `{${envelope},"choices":[{"index":0,"delta":{"role":"assistant","content":""}}]}`;
const last = `{${envelope},"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}`;
const usage = `{${envelope},"choices":[],"usage":{"prompt_tokens":12,"completion_tokens":5,"total_tokens":17}}`;

const frame = (data: string) => ({ data, raw: `data: ${data}\n\n` });

it.each([true, false])(
  'a client sees the null usage of a chunk only if it asked for usage: %s',
  (includeUsage) => {
    const observer = createStreamObserver({ ...target, includeUsage });
    const step = observer.push(frame(textChunk.replace(/\}$/, ',"usage":null}')));
    expect(step.action === 'relay' && step.text.includes('"usage":null')).toBe(includeUsage);
  },
);

describe('streams that break', () => {
  it.each([
    ['at once', []],
    ['midway', [textChunk]],
  ])('fails when the upstream closes %s', (_, chunks) => {
    const observer = createStreamObserver(target);
    for (const chunk of chunks) observer.push(frame(chunk));
    const step = observer.end();
    expect(step).toMatchObject({
      action: 'fail',
      error: { code: 'upstream-unavailable', reason: 'stream_interrupted' },
      text: expect.stringMatching(/^event: error\ndata: \{"error":\{.*\n\n$/) as string,
    });
  });

  it('fails at an error without an envelope', () => {
    const observer = createStreamObserver(target);
    observer.push(frame(textChunk));
    expect(observer.push(frame('{"object":"error","message":"Boom","code":500}'))).toMatchObject({
      action: 'fail',
      error: { message: 'Boom' },
    });
  });

  it('fails at an end mark without any reply', () => {
    expect(createStreamObserver(target).push({ data: '[DONE]' })).toMatchObject({ action: 'fail' });
  });

  it('names the upstream’s error event and keeps its JSON', () => {
    const error = { error: { message: 'The server had an error', type: 'server_error', x: [1] } };
    const observer = createStreamObserver(target);
    observer.push(frame(textChunk));
    expect(observer.push(frame(JSON.stringify(error)))).toMatchObject({
      action: 'fail',
      text: `event: error\ndata: ${JSON.stringify(error)}\n\n`,
      error: { message: 'The server had an error' },
    });
    expect(observer.push(frame(textChunk))).toEqual({ action: 'drop' });
    expect(observer.end()).toEqual({ action: 'drop' });
  });

  it('hides the upstream’s message about our credential', () => {
    const error = '{"error":{"message":"Key sk-abc expired","type":"authentication_error"}}';
    const step = createStreamObserver(target).push(frame(error));
    expect(step.action).toBe('fail');
    expect(JSON.stringify(step)).not.toContain('sk-abc');
  });

  it('rewrites an error of another format', () => {
    const step = createStreamObserver(target).push({ event: 'error', data: 'gave up' });
    expect(step).toMatchObject({
      action: 'fail',
      text: expect.stringContaining('gave up') as string,
    });
  });

  it.each([['null'], ['half'], ['[1]'], ['5'], [''], ['hello']])('drops %j', (data) => {
    expect(createStreamObserver(target).push(frame(data))).toEqual({ action: 'drop' });
  });

  it('fails after too many malformed frames', () => {
    const observer = createStreamObserver(target);
    const steps = Array.from({ length: 1_001 }, () => observer.push(frame('null')).action);
    expect(steps.at(-1)).toBe('fail');
  });

  it('writes our own error with the usage so far', () => {
    const observer = createStreamObserver(target);
    observer.push(frame(usage));
    const text = observer.fail(new GatewayError('upstream-timeout', 'Too slow.'));
    expect(text).toMatch(/^event: error\n/);
    expect(JSON.parse(text.split('data: ')[1] ?? '')).toMatchObject({
      error: { message: 'The request timed out: Too slow.' },
      usage: { prompt_tokens: 12 },
    });
  });
});

describe('streams that are passed through', () => {
  it('changes the model name and no other character', () => {
    const data = `{ "x" : 1.0, "model" : "up-1", "choices":[{"delta":{"content":"\\"model\\":\\"no\\""}}]}`;
    const raw = `: note\ndata: ${data}\nid: 7\n\n`;
    expect(createStreamObserver(target).push({ data, raw })).toEqual({
      action: 'relay',
      text: raw.replace('"up-1"', '"work/fast"'),
    });
  });

  it('hides a usage chunk that was not requested and still reads it', () => {
    const observer = createStreamObserver(target);
    expect(observer.push(frame(usage))).toEqual({ action: 'drop' });
    expect(observer.usage).toMatchObject({ input: 12, output: 5 });
    const open = createStreamObserver({ ...target, includeUsage: true });
    expect(open.push(frame(usage)).action).toBe('relay');
  });

  it('counts tokens that only the total includes, and forwards the chunk unchanged', () => {
    const hidden = usage.replace('"total_tokens":17', '"total_tokens":402');
    const observer = createStreamObserver({ ...target, includeUsage: true });
    const step = observer.push(frame(hidden));
    expect(step).toEqual({
      action: 'relay',
      text: `data: ${hidden.replace('"up-1"', '"work/fast"')}\n\n`,
    });
    expect(observer.usage).toMatchObject({ input: 12, output: 390 });
  });

  it('keeps usage in a chunk with choices', () => {
    const riding = last.replace(/\}$/, ',"usage":{"prompt_tokens":3,"completion_tokens":1}}');
    const observer = createStreamObserver(target);
    expect(observer.push(frame(riding))).toMatchObject({
      action: 'relay',
      text: expect.stringContaining('"usage"') as string,
    });
    expect(observer.usage).toMatchObject({ input: 3, output: 1 });
  });

  it('forwards a chunk without choices that is not a usage chunk', () => {
    const filter = '{"choices":[],"id":"","model":"","prompt_filter_results":[]}';
    expect(createStreamObserver(target).push(frame(filter)).action).toBe('relay');
  });

  it('reports when the reply has started', () => {
    const observer = createStreamObserver(target);
    observer.push(frame(role));
    expect(observer.started).toBe(false);
    observer.push(frame(textChunk));
    expect(observer.started).toBe(true);
  });

  it.each([
    { content: 'Hi' },
    { refusal: 'No' },
    { reasoning_content: 'Hm' },
    { reasoning: 'Hm' },
    { reasoning_details: [{ type: 'reasoning.encrypted', data: 'gAAA' }] },
    { tool_calls: [{ index: 0 }] },
    { function_call: { name: 'now' } },
    { audio: { transcript: 'Hi' } },
  ])('counts %j as begun', (delta) => {
    const observer = createStreamObserver(target);
    observer.push(frame(JSON.stringify({ choices: [{ delta }] })));
    expect(observer.started).toBe(true);
  });

  it('passes a call of the API before tools to the listener', () => {
    const heard: unknown[] = [];
    const onText = (text: string, kind: string) => heard.push([text, kind]);
    const observer = createStreamObserver({ ...target, onText });
    for (const call of [
      { name: 'now', arguments: '' },
      { arguments: '{"zone":' },
      { arguments: '1}' },
    ]) {
      observer.push(frame(JSON.stringify({ choices: [{ delta: { function_call: call } }] })));
    }
    expect(heard).toEqual([
      ['now', 'output'],
      ['{"zone":', 'output'],
      ['1}', 'output'],
    ]);
  });

  it('ends once, at the first end mark', () => {
    const observer = createStreamObserver(target);
    observer.push(frame(last));
    expect(observer.push(frame('[DONE]'))).toEqual({ action: 'end', text: 'data: [DONE]\n\n' });
    expect(observer.push(frame('[DONE]'))).toEqual({ action: 'drop' });
    expect(observer.end()).toEqual({ action: 'drop' });
  });

  it('adds a missing end mark after a complete reply', () => {
    const observer = createStreamObserver(target);
    observer.push(frame(last));
    expect(observer.end()).toEqual({ action: 'end', text: 'data: [DONE]\n\n' });
  });

  it('does not count a reply as complete while one choice is unfinished', () => {
    const observer = createStreamObserver(target);
    observer.push(frame(textChunk.replace('"index":0', '"index":1')));
    observer.push(frame(last));
    expect(observer.end().action).toBe('fail');
  });
});

describe('what a chunk says', () => {
  function observe(delta: object) {
    const passed: string[] = [];
    const onText = (text: string, kind: string) => passed.push(`${kind}: ${text}`);
    const observer = createStreamObserver({ ...target, onText });
    observer.push(frame(JSON.stringify({ ...JSON.parse(last), choices: [{ index: 0, delta }] })));
    return { passed, started: observer.started };
  }

  const call = (fields: object) => [{ index: 0, ...fields }];

  it.each<[object, string[]]>([
    [{ content: 'a' }, ['output: a']],
    [{ refusal: 'a' }, ['output: a']],
    [{ reasoning_content: 'a' }, ['reasoning: a']],
    [{ reasoning: 'a' }, ['reasoning: a']],
    [{ reasoning_content: 'a', reasoning: 'a' }, ['reasoning: a']],
    [{ reasoning_content: '', reasoning: 'a' }, ['reasoning: a']],
    [{ reasoning_details: [{ text: 'a' }, { summary: 'b' }] }, ['reasoning: ab']],
    [{ reasoning: 'a', reasoning_details: [{ text: 'a' }] }, ['reasoning: a']],
    [
      { tool_calls: call({ function: { name: 'f', arguments: '{}' } }) },
      ['output: f', 'output: {}'],
    ],
    [{ tool_calls: call({ custom: { name: 'f', input: 'x' } }) }, ['output: f', 'output: x']],
    [{ function_call: { name: 'f', arguments: '{}' } }, ['output: f', 'output: {}']],
    [{ audio: { data: 'AAAA' } }, []],
  ])('%j has begun the reply, and its text is counted', (delta, texts) => {
    expect(observe(delta)).toEqual({ passed: texts, started: true });
  });

  it.each([{}, { role: 'assistant' }, { content: '' }, { tool_calls: [] }])(
    '%j has not begun the reply',
    (delta) => {
      expect(observe(delta)).toEqual({ passed: [], started: false });
    },
  );
});

it('a choice without an index is the first, and is ended at the output limit', () => {
  const observer = createStreamObserver(target);
  observer.push(frame(`{${envelope},"choices":[{"delta":{"content":"Hi"}}]}`));
  const charged = { input: 1, output: 1, reasoning: 0 };
  const cut = observer.cut({ ...charged, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0 });
  expect(cut).toContain('"choices":[{"index":0,"delta":{},"finish_reason":"length"}]');
});

describe('a stream that is ended at the output limit', () => {
  const bill = {
    input: 1,
    output: 2,
    reasoning: 0,
    cacheRead: 0,
    cacheWrite5m: 0,
    cacheWrite1h: 0,
  };

  function cut(includeUsage: boolean, ...chunks: readonly string[]) {
    const observer = createStreamObserver({ ...target, includeUsage });
    for (const chunk of chunks) observer.push(frame(chunk));
    return observer
      .cut(bill)
      .split('\n\n')
      .filter((text) => text !== '')
      .map((text) => text.replace(/^data: /, ''))
      .map((data) => (data === '[DONE]' ? data : (JSON.parse(data) as unknown)));
  }

  it('has the usage for a client that asked for it, once', () => {
    const usageOf = { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 };
    const end = { choices: [{ index: 0, finish_reason: 'length' }], usage: null };
    expect(cut(true, textChunk)).toMatchObject([end, { choices: [], usage: usageOf }, '[DONE]']);
    expect(cut(true, textChunk, usage)).toMatchObject([end, '[DONE]']);
  });

  it('has none for others', () => {
    const ends = cut(false, textChunk);
    expect(ends).toMatchObject([{ choices: [{ finish_reason: 'length' }] }, '[DONE]']);
    expect(ends[0]).not.toHaveProperty('usage');
  });
});
