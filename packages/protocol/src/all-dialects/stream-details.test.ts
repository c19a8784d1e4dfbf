// What a client sees of rarer details in streams: text that is counted, frames that close a stream, and notes.
import { describe, expect, it } from 'vitest';
import { dialectIds, type DialectId } from '../canonical/dialect.ts';
import { checkEvents } from '../canonical/event-lint.ts';
import { codecOf } from '../dialects.ts';
import { assembleReply } from '../canonical/assemble.ts';
import { parseJson } from '../json/parse.ts';
import type { JsonValue } from '../json/value.ts';
import { createFrameParser } from '../sse/frame-parser.ts';
import { writeFrame, type SseFrame } from '../sse/frame.ts';
import { listAt, objectAt, textAt } from '../testing/json-reading.ts';
import { plainReplies } from '../testing/probes/probe.ts';
import { replyProbes } from '../testing/probes/replies.ts';
import { writeReplyStream } from '../testing/reply-streams.ts';
import { decodeStream, encodeStream, replyTarget } from '../testing/wire.ts';
import { createStreamTranslator } from '../translate/stream.ts';

type Fields = Readonly<Record<string, unknown>>;

function frameOf(data: Fields): SseFrame {
  const { type } = data;
  const event = typeof type === 'string' ? { event: type } : undefined;
  const frame = { ...event, data: JSON.stringify(data) };
  return { ...frame, raw: writeFrame(frame) };
}

function decode(dialect: DialectId, ...chunks: readonly Fields[]) {
  const decoder = codecOf(dialect).createStreamDecoder({ vendor: 'v' });
  const events = chunks.flatMap((chunk) => decoder.push(frameOf(chunk)));
  return [...events, ...decoder.end()];
}

describe('a chat stream that is passed through', () => {
  function hear(...deltas: readonly object[]): string[] {
    const heard: string[] = [];
    const observer = codecOf('openai-chat').createStreamObserver({
      ...{ model: 'm', includeUsage: false },
      onText: (text, kind) => heard.push(`${kind}: ${text}`),
    });
    for (const delta of deltas) observer.push(frameOf({ choices: [{ index: 0, delta }] }));
    return heard;
  }

  it('counts a refusal, and the input of a custom tool, as output', () => {
    const call = { index: 0, type: 'custom', custom: { name: 'run', input: 'ls' } };
    expect(hear({ refusal: 'No.' }, { tool_calls: [call] })).toEqual([
      'output: No.',
      'output: run',
      'output: ls',
    ]);
  });

  it('counts reasoning that is stated only in details, and no reasoning twice', () => {
    const details = [{ text: 'One. ' }, { summary: 'Two.' }, { data: 'gAAA' }];
    expect(hear({ reasoning_details: details })).toEqual(['reasoning: One. Two.']);
    expect(hear({ reasoning: 'One.', reasoning_details: details })).toEqual(['reasoning: One.']);
  });
});

describe('a chat stream that is translated', () => {
  const chunk = (delta: object, more: object = {}) => ({
    ...{ id: 'chatcmpl-7', object: 'chat.completion.chunk', model: 'up' },
    choices: [{ index: 0, delta, finish_reason: null, ...more }],
  });
  const stop = { finish_reason: 'stop' };

  it('keeps the id of the reply', () => {
    const [first] = decode('openai-chat', chunk({ content: 'Hi' }), chunk({}, stop));
    expect(first).toMatchObject({ type: 'reply-start', id: 'chatcmpl-7', model: 'up' });
  });

  it('cites the sources that are listed only by their addresses', () => {
    const url = 'https://example.com/a';
    const events = decode(
      'openai-chat',
      { ...chunk({ content: 'Hi' }), citations: [url] },
      chunk({}, stop),
    );
    expect(events.filter(({ type }) => type === 'part-citation')).toMatchObject([
      { index: 0, citation: { url } },
    ]);
  });

  it('cites a source that is stated before the text', () => {
    const url = 'https://example.com/a';
    const citation = { url, title: 'A', start_index: 3, end_index: 5 };
    const annotations = [{ type: 'url_citation', url_citation: citation }];
    const events = decode(
      'openai-chat',
      chunk({ annotations }),
      chunk({ content: 'Hi ' }),
      chunk({ content: 'you' }),
      chunk({ tool_calls: [{ index: 0, id: 'c', function: { name: 'f', arguments: '{}' } }] }),
      chunk({}, stop),
    );
    expect(events.filter(({ type }) => type === 'part-citation')).toMatchObject([
      { index: 0, citation: { url, start: 3, end: 5 } },
    ]);
    const types = events.map(({ type }) => type);
    expect(types.indexOf('part-citation')).toBeLessThan(types.indexOf('part-end'));
    expect(checkEvents(events)).toEqual([]);
  });

  it('cites a source once that is stated with the text and again at the end', () => {
    const url = 'https://example.com/a';
    const citation = { url, title: 'A', start_index: 0, end_index: 2 };
    const annotations = [{ type: 'url_citation', url_citation: citation }];
    const events = decode(
      'openai-chat',
      chunk({ content: 'Hi' }),
      chunk({ annotations }),
      { ...chunk({ content: '!' }), search_results: [{ url, title: 'A' }] },
      { ...chunk({}, stop), search_results: [{ url, title: 'A' }] },
    );
    expect(events.filter(({ type }) => type === 'part-citation')).toHaveLength(1);
  });
});

it.each(dialectIds)('the parts of a translated %s stream are numbered from 0', (dialect) => {
  const frames = encodeStream(codecOf(dialect), [
    { type: 'reply-start' },
    { type: 'part-start', index: 0, choice: 0, part: { type: 'text' } },
    { type: 'part-delta', index: 0, text: 'Hi' },
    { type: 'part-end', index: 0 },
    { type: 'part-start', index: 1, choice: 0, part: { type: 'call', id: 'c', name: 'f' } },
    { type: 'part-end', index: 1 },
    { type: 'finish', choice: 0, finish: { reason: 'calls' } },
    { type: 'reply-end' },
  ]);
  const events = decodeStream(codecOf(dialect), frames, 'v');
  const indexes = events.flatMap((event) => (event.type === 'part-start' ? [event.index] : []));
  expect(indexes).toEqual([0, 1]);
});

it.each(dialectIds)(
  'a translated %s stream without an end is ended with what it has',
  (dialect) => {
    const encoder = codecOf(dialect).createStreamEncoder(replyTarget());
    const frames = [
      ...encoder.push({ type: 'reply-start' }),
      ...encoder.push({ type: 'part-start', index: 0, choice: 0, part: { type: 'text' } }),
      ...encoder.push({ type: 'part-delta', index: 0, text: 'Hi' }),
    ];
    frames.push(...encoder.end());
    const deltas = decodeStream(codecOf(dialect), frames, 'v').filter(
      ({ type }) => type === 'part-delta',
    );
    expect(deltas).toEqual([{ type: 'part-delta', index: 0, text: 'Hi' }]);
  },
);

describe('token probabilities', () => {
  const sayers = ['openai-chat', 'openai-responses', 'gemini-generate'] as const;
  const pairs = sayers.flatMap((from) => sayers.map((to) => [from, to] as const));
  const probe = replyProbes.probes.find(({ feature }) => /probabilities/.test(feature));

  /** Each piece of text in a frame, with the tokens that the frame states. */
  function spokenIn(to: DialectId, { data }: SseFrame): (readonly [string, readonly string[]])[] {
    const frame = parseJson(data);
    if (to === 'openai-responses') {
      const isDelta = textAt(frame, 'type') === 'response.output_text.delta';
      return isDelta ? [[textAt(frame, 'delta'), wordsOf(listAt(frame, 'logprobs'))]] : [];
    }
    const [said] = [...listAt(frame, 'choices'), ...listAt(frame, 'candidates')];
    const [part] = listAt(objectAt(said, 'content'), 'parts');
    const text = textAt(objectAt(said, 'delta'), 'content') + textAt(part, 'text');
    const tokens = [
      ...listAt(objectAt(said, 'logprobs'), 'content'),
      ...listAt(objectAt(said, 'logprobsResult'), 'chosenCandidates'),
    ];
    return text === '' && tokens.length === 0 ? [] : [[text, wordsOf(tokens)]];
  }

  const wordsOf = (tokens: readonly JsonValue[]) => tokens.map((token) => textAt(token, 'token'));

  it.each(pairs)('of a %s stream are beside their text in %s', (from, to) => {
    const reply = { ...plainReplies[from], ...probe?.bodies[from] };
    const options = { from, to, id: 'x7', now: () => 0 };
    const translator = createStreamTranslator(options);
    const parser = createFrameParser();
    const stream = translator.push(writeReplyStream(from, reply)) + translator.end();
    const frames = [...parser.push(new TextEncoder().encode(stream)), ...parser.end()];
    expect(frames.flatMap((frame) => spokenIn(to, frame))).toEqual([
      ['Hi', ['Hi']],
      ['.', ['.']],
    ]);
    expect(translator.notes).toEqual([]);
  });

  it.each(sayers)('of a %s stream are noted once for Messages', (from) => {
    const reply = { ...plainReplies[from], ...probe?.bodies[from] };
    const options = { from, to: 'anthropic-messages', id: 'x7', now: () => 0 } as const;
    const translator = createStreamTranslator(options);
    translator.push(writeReplyStream(from, reply));
    translator.end();
    expect(translator.notes).toMatchObject([{ path: 'choices[0].logprobs', action: 'dropped' }]);
  });

  it('that come after the last text are kept', () => {
    const token = { token: '', logprob: -1, bytes: null, top_logprobs: [] };
    const logprobs = { content: [token], refusal: [] };
    const events = [
      { type: 'reply-start' },
      { type: 'part-start', index: 0, choice: 0, part: { type: 'text' } },
      { type: 'part-delta', index: 0, text: 'Hi' },
      { type: 'logprobs', choice: 0, logprobs },
      { type: 'part-end', index: 0 },
      { type: 'finish', choice: 0, finish: { reason: 'stop' } },
      { type: 'reply-end' },
    ] as const;
    expect(checkEvents(events)).toEqual([]);
    for (const to of sayers) {
      const frames = encodeStream(codecOf(to), events);
      const { choices } = assembleReply(decodeStream(codecOf(to), frames, 'v'));
      expect(choices[0]?.logprobs?.content).toMatchObject([{ token: '', logprob: -1 }]);
    }
  });
});

it('a translated Gemini stream notes the provider state of a part that cannot have it', () => {
  const encoder = codecOf('gemini-generate').createStreamEncoder(replyTarget());
  const source = { by: 'bytes', mediaType: 'image/png', base64: 'iVBO' } as const;
  const part = { type: 'media', kind: 'image', source } as const;
  const providerState = { vendor: 'google', kind: 'thought', data: 'U0lH' } as const;
  encoder.push({ type: 'part-start', index: 0, choice: 0, part });
  encoder.push({ type: 'part-state', index: 0, providerState });
  const reason = 'Only reasoning and calls have provider state.';
  expect(encoder.notes).toContainEqual({ path: 'parts', action: 'dropped', reason });
});

it('a translated Messages stream notes that no usage was reported', () => {
  const encoder = codecOf('anthropic-messages').createStreamEncoder(replyTarget());
  encoder.push({ type: 'reply-start' });
  encoder.push({ type: 'finish', choice: 0, finish: { reason: 'stop' } });
  encoder.push({ type: 'reply-end' });
  encoder.end();
  expect(encoder.notes).toContainEqual(
    expect.objectContaining({ path: 'usage', action: 'defaulted' }),
  );
});

describe('a Responses stream', () => {
  it('gets the name of a frame without one, and nothing else', () => {
    const observer = codecOf('openai-responses').createStreamObserver({
      ...{ model: 'm', includeUsage: true },
    });
    const raw = 'data: {"type":"response.output_text.delta","delta":"Hi"}\n\n';
    const step = observer.push({ data: raw.slice('data: '.length, -2), raw });
    expect(step).toEqual({ action: 'relay', text: `event: response.output_text.delta\n${raw}` });
  });
});
