import { describe, expect, it } from 'vitest';
import { collectStream } from '../client/collect-stream.ts';
import { countFrames } from '../answer.ts';
import { chatReply, chatStream } from '../replies/chat.ts';
import { readFrames } from '../replies/frames.ts';
import { geminiArrayStream, geminiStream } from '../replies/gemini.ts';
import { messagesStream } from '../replies/messages.ts';
import { responsesStream } from '../replies/responses.ts';
import { openUpstream, play, playAnswer } from '../testing/pair.ts';
import {
  breakFraming,
  halfToolCall,
  leaveOpen,
  stallAfter,
  truncate,
  withoutEndMark,
} from './ending.ts';
import {
  binaryFrame,
  endlessStream,
  errorEvent,
  garbageFrames,
  htmlAsStream,
  pingsOnly,
  withDataAfterEnd,
  withEndlessLine,
  withGarbage,
  withHugeEvent,
} from './stream.ts';

const stream = chatStream({ text: ['one', 'two', 'three'] });
const mebibyte = 1024 * 1024;

describe('streams that end too early', () => {
  it.each(['fin', 'reset', 'clean'] as const)('by %s, after whole frames', async (by) => {
    const { client } = await play(truncate(stream, { frames: 3, by }));
    const answer = await client.readAnswer();
    expect(readFrames(answer.text)).toHaveLength(3);
    expect(answer.text).toContain('"two"');
    expect(answer.whole).toBe(by === 'clean');
    expect(client.endedBy).toBe(by === 'clean' ? undefined : by);
  });

  it('within an event', async () => {
    const answer = await playAnswer(truncate(stream, { frames: 1, bytes: 20, by: 'clean' }));
    expect(answer.text.split('\n\n')[1]).toBe('data: {"id":"chatcmp');
  });

  it('without the end mark', async () => {
    const chat = await playAnswer(withoutEndMark(stream));
    expect(chat.text).toContain('"finish_reason":"stop"');
    expect(chat.text).not.toContain('[DONE]');
    const messages = await playAnswer(withoutEndMark(messagesStream({ text: 'a' })));
    expect(messages.text).toContain('message_delta');
    expect(messages.text).not.toContain('message_stop');
    const responses = await playAnswer(withoutEndMark(responsesStream({ text: 'a' })));
    expect(readFrames(responses.text).at(-1)?.event).toBe('response.output_item.done');
  });

  it('without the finish reason, or the bracket, that ends a generated answer', async () => {
    const events = await playAnswer(withoutEndMark(geminiStream({ text: 'a' })));
    expect(events.text).toContain('"text":"a"');
    expect(events.text).not.toContain('finishReason');
    const array = await playAnswer(withoutEndMark(geminiArrayStream({ text: 'a' })));
    expect(array.text).toContain('finishReason');
    expect(JSON.parse(`${array.text}]`)).toHaveLength(2);
  });

  it.each([
    ['openai-chat', chatStream, '"arguments":"{\\"city\\""'],
    ['anthropic-messages', messagesStream, '"partial_json":"{\\"city\\""'],
    ['openai-responses', responsesStream, '"delta":"{\\"city\\""'],
  ] as const)('within a tool call of %s', async (_, createStream, fragment) => {
    const call = { id: 'c', name: 'look', arguments: { city: 'Bern' } };
    const whole = createStream({ toolCalls: [call] }, { deltaLength: 7 });
    const answer = await playAnswer(halfToolCall(whole, 'clean'));
    const last = answer.text.trimEnd().split('\n').at(-1);
    expect(last).toContain(fragment);
  });

  it.each([
    ['openai-chat', chatStream, '"custom":{"input":"*** Beg"'],
    ['openai-responses', responsesStream, '"delta":"*** Beg"'],
  ] as const)('within a custom call of %s', async (_, createStream, fragment) => {
    const call = { id: 'c', name: 'patch', arguments: '*** Begin', custom: true };
    const whole = createStream({ toolCalls: [call] }, { deltaLength: 7 });
    const answer = await playAnswer(halfToolCall(whole, 'clean'));
    expect(answer.text.trimEnd().split('\n').at(-1)).toContain(fragment);
  });

  it.each([
    ['an event stream', geminiStream],
    ['an array', geminiArrayStream],
  ])('within the frame of a call that comes whole in %s', async (_, createStream) => {
    const call = { id: 'c', name: 'look', arguments: { arguments: 'Zürich' } };
    const whole = createStream({ text: 'ä', toolCalls: [call] });
    const { client } = await play(halfToolCall(whole, 'fin'));
    const answer = await client.readAnswer();
    expect(answer.text).toContain('"text":"ä"');
    expect(answer.text).toMatch(/"functionCall":\{"id":"c","name":"look","args":\{$/);
    expect(answer.whole).toBe(false);
  });

  it('rejects a cut at a position that does not exist', () => {
    const said = { text: ['"args":{', '"arguments":"a', '"partial_json":"b'] };
    for (const create of [chatStream, messagesStream, geminiStream, responsesStream]) {
      expect(() => halfToolCall(create(said), 'fin')).toThrow('no tool call');
    }
    expect(() => truncate(stream, { frames: 99, by: 'fin' })).toThrow(RangeError);
    expect(() => endlessStream(stream, 99, 1)).toThrow(RangeError);
  });

  it('with a framing that breaks', async () => {
    const { client } = await play(breakFraming(stream, 2));
    expect(await client.readUntil('"one"')).toContain('assistant');
    await expect(client.readAnswer()).rejects.toThrow('chunk size');
  });
});

describe('streams that do not end', () => {
  it.each([
    ['behind the head', stallAfter(stream, 0), 0],
    ['midway', stallAfter(stream, 2), 2],
    ['behind the end mark', leaveOpen(stream), countFrames(stream)],
  ])('%s', async (_, behaviour, frames) => {
    const { upstream, client } = await play(behaviour);
    await client.readHead();
    let text = '';
    for (let piece = 0; piece < frames; piece += 1) {
      text += Buffer.from((await client.readPiece()) ?? []).toString();
    }
    expect(readFrames(text)).toHaveLength(frames);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(client.endedBy).toBeUndefined();
    client.leave();
    expect(await upstream.whenClientLeft(0)).toBeGreaterThan(0);
  });

  it('repeats a frame up to its limit', async () => {
    const { client } = await play(endlessStream(stream, 1, 500));
    const answer = await client.readAnswer();
    expect(answer.text.split('"one"')).toHaveLength(501);
    expect(answer.text).not.toContain('[DONE]');
    expect(answer.whole).toBe(false);
  });

  it('stops repeating when the client disconnects', async () => {
    const { upstream, client } = await play(endlessStream(stream, 1, 1e9));
    await client.readUntil('"one"');
    client.leave();
    await upstream.whenClientLeft(0);
    await upstream.whenOpenConnections(0);
  });

  it('sends nothing but pings', async () => {
    const answer = await playAnswer(pingsOnly(3, 1, ': ping\n\n'));
    expect(answer.text).toBe(': ping\n\n'.repeat(3));
  });
});

describe('streams with faults', () => {
  it.each([0, 2])('an error event after %i frames', async (after) => {
    const failing = errorEvent(stream, { dialect: 'openai-chat', after, message: 'broken' });
    const frames = readFrames((await playAnswer(failing)).text);
    expect(frames).toHaveLength(after + 1);
    expect(frames.at(-1)?.event).toBe('error');
    expect(frames.at(-1)?.data).toContain('"message":"broken","type":"server_error"');
  });

  it('an error event of the messages format', async () => {
    const error = { dialect: 'anthropic-messages', after: 1, status: 529 } as const;
    const answer = await playAnswer(errorEvent(messagesStream({ text: 'a' }), error));
    const last: unknown = JSON.parse(readFrames(answer.text).at(-1)?.data ?? '');
    expect(last).toMatchObject({ type: 'error', error: { type: 'overloaded_error' } });
  });

  it.each([0, 2])('an error of the generate format after %i frames', async (after) => {
    const error = { dialect: 'gemini-generate', after, status: 503, message: 'broken' } as const;
    const text = ['a', 'b'];
    const frames = readFrames((await playAnswer(errorEvent(geminiStream({ text }), error))).text);
    const body = { error: { code: 503, message: 'broken', status: 'UNAVAILABLE' } };
    expect(frames).toHaveLength(after + 1);
    expect(frames.at(-1)).toEqual({ data: JSON.stringify(body) });
    const array = await playAnswer(errorEvent(geminiArrayStream({ text }), error));
    const elements = JSON.parse(array.text) as readonly unknown[];
    expect(elements).toHaveLength(after + 1);
    expect(elements.at(-1)).toEqual(body);
  });

  it('an error and a failed response that continue the reply', async () => {
    const error = { dialect: 'openai-responses', after: 5, message: 'broken' } as const;
    const whole = responsesStream({ id: 'abc', model: 'm', text: ['a', 'b'] });
    const frames = readFrames((await playAnswer(errorEvent(whole, error))).text);
    const last = frames.slice(5).map((frame): unknown => JSON.parse(frame.data));
    expect(last).toMatchObject([
      { type: 'error', error: { type: 'server_error', message: 'broken' }, sequence_number: 5 },
      {
        type: 'response.failed',
        response: { id: 'resp_abc', model: 'm', status: 'failed', error: { message: 'broken' } },
        sequence_number: 6,
      },
    ]);
    expect(frames.at(-1)?.event).toBe('response.failed');
  });

  it('malformed frames and bytes that are not text', async () => {
    const answer = await playAnswer(withGarbage(stream, 1, [...garbageFrames, binaryFrame]));
    expect(Buffer.from(answer.content).includes(Buffer.from(binaryFrame))).toBe(true);
    for (const garbage of garbageFrames) expect(answer.text).toContain(garbage);
    expect(readFrames(answer.text).at(-1)?.data).toBe('[DONE]');
  });

  it('data after the end', async () => {
    const twice = await playAnswer(withDataAfterEnd(stream));
    expect(twice.text.split('[DONE]')).toHaveLength(3);
    const more = await playAnswer(withDataAfterEnd(stream, 'data: {"late":true}\n\n'));
    expect(readFrames(more.text).at(-1)?.data).toBe('{"late":true}');
  });

  it('an endless line, up to its limit', async () => {
    const answer = await playAnswer(withEndlessLine(stream, 1, mebibyte));
    expect(answer.text.split('\n').at(-1)).toHaveLength('data: '.length + mebibyte);
    expect(answer.whole).toBe(false);
  });

  it('a huge event that is well formed', async () => {
    const frames = readFrames((await playAnswer(withHugeEvent(stream, 1, mebibyte))).text);
    expect(JSON.parse(frames[1]?.data ?? '')).toHaveProperty('padding.length', mebibyte);
    expect(frames).toHaveLength(countFrames(stream) + 1);
  });

  it('a response that is not a stream', async () => {
    const html = await playAnswer(htmlAsStream());
    expect(html.headers['content-type']).toBe('text/event-stream');
    expect(html.text).toContain('<html>');
    expect((await playAnswer(chatReply())).headers['content-type']).toBe('application/json');
  });
});

describe('collectStream', () => {
  it('returns frames and the error of a broken stream', async () => {
    const upstream = await openUpstream({ script: truncate(stream, { frames: 2, by: 'reset' }) });
    const broken = await collectStream(
      await fetch(`${upstream.url}/v1/chat/completions`, { method: 'POST' }),
    );
    expect(broken.frames).toHaveLength(2);
    expect(broken.error).toBeInstanceOf(Error);
    upstream.script(stream);
    const whole = await collectStream(
      await fetch(`${upstream.url}/v1/chat/completions`, { method: 'POST' }),
    );
    expect(whole.frames).toHaveLength(countFrames(stream));
    expect(whole.error).toBeUndefined();
    expect(whole.chunks.length).toBeGreaterThan(0);
    expect((await collectStream(new Response(null))).text).toBe('');
  });
});
