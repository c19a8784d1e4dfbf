import {
  type CanonicalRequest,
  codecOf,
  type MediaPart,
  type MediaSource,
  type Part,
  type Tool,
} from '@parley/protocol';
import { describe, expect, it } from 'vitest';
import {
  boundPrompt,
  mayCacheAnHour,
  mayEmbedMedia,
  type RequestedPrompt,
} from './prompt-bound.ts';

const frame = 64;

type Asked = Partial<RequestedPrompt> &
  Partial<Pick<CanonicalRequest, 'tools' | 'mayCompact' | 'mayReadServers'>>;

function ask(parts: readonly Part[], asked: Asked = {}) {
  const { tools = [], mayCompact = false, mayReadServers = false, ...rest } = asked;
  const request: CanonicalRequest = {
    model: 'm',
    stream: false,
    includeUsage: true,
    turns: [{ role: 'user', parts }],
    tools,
    sampling: {},
    mayCompact,
    mayReadServers,
  };
  return boundPrompt({ bytes: 0, request, models: ['claude-opus-4-8'], ...rest }).most - frame;
}

function media(kind: MediaPart['kind'], source: MediaSource): MediaPart {
  return { type: 'media', kind, source };
}

function bytes(mediaType: string, length: number): MediaSource {
  return { by: 'bytes', mediaType, base64: 'A'.repeat(length) };
}

const url: MediaSource = { by: 'url', url: 'https://h.example/x' };

describe('boundPrompt', () => {
  it('counts the bytes of any body', () => {
    expect(boundPrompt({ bytes: 51, models: [] }).most).toBe(51 + frame);
    expect(ask([{ type: 'text', text: 'ignored, because its bytes count' }])).toBe(0);
  });

  const boundOf = (parts: readonly Part[], wantsAudio = false) =>
    boundPrompt({
      ...{ bytes: 9_000, models: [] },
      request: {
        ...{ model: 'm', stream: false, includeUsage: true, tools: [], sampling: {} },
        turns: [{ role: 'user', parts }],
        wantsAudio,
      },
    });

  it('tells whether the prompt or the reply may have audio', () => {
    const hasAudio = (parts: readonly Part[], wantsAudio = false) =>
      boundOf(parts, wantsAudio).hasAudio;
    expect(hasAudio([{ type: 'text', text: 'audio' }, media('image', url)])).toBe(false);
    expect(hasAudio([media('audio', url)])).toBe(true);
    expect(hasAudio([media('video', url)])).toBe(true);
    expect(hasAudio([], true)).toBe(true);
    expect(boundPrompt({ bytes: 1, models: [], liesElsewhere: true }).hasAudio).toBe(true);
  });

  it('tells whether the prompt may have media', () => {
    expect(boundOf([{ type: 'text', text: 'an image' }]).hasMedia).toBe(false);
    expect(boundOf([media('image', url)]).hasMedia).toBe(true);
    const elsewhere = { bytes: 1, models: [], liesElsewhere: true };
    expect(boundPrompt(elsewhere).hasMedia).toBe(true);
    expect(boundPrompt({ bytes: 1, models: [] }).hasMedia).toBe(false);
    expect(boundPrompt({ bytes: 1, models: [], mayHaveMedia: true }).hasMedia).toBe(true);
  });

  it.each([
    ['{"content":{"parts":[{"text":"inlineData"}]}}', false],
    ['{"content":{"parts":[{"inlineData":{}}]}}', true],
    ['{"content":{"parts":[{"file_data":{}}]}}', true],
  ])('finds media in what is to be embedded: %s', (text, found) => {
    expect(mayEmbedMedia(text)).toBe(found);
  });

  it('expects what the estimate allows, and what media may take, up to the bound', () => {
    const expectedOf = (asked: Partial<RequestedPrompt>) =>
      boundPrompt({ bytes: 9_000, models: ['claude-opus-4-8'], ...asked });
    expect(expectedOf({ estimate: 99.5 })).toMatchObject({ most: 9_064, expected: 164 });
    expect(expectedOf({ estimate: 99_999 })).toMatchObject({ most: 9_064, expected: 9_064 });
    expect(expectedOf({})).toMatchObject({ most: 9_064, expected: 9_064 });
    const request: CanonicalRequest = {
      ...{ model: 'm', stream: false, includeUsage: true, tools: [], sampling: {} },
      turns: [{ role: 'user', parts: [media('image', url)] }],
    };
    expect(expectedOf({ request, estimate: 10 }).expected).toBe(10 + frame + 4_784);
    const elsewhere = expectedOf({ estimate: 10, liesElsewhere: true });
    expect(elsewhere).toMatchObject({ most: 1_009_064, expected: 1_009_064 });
  });

  it('replaces the bytes of an image by its tokens, for the most expensive model', () => {
    const image = media('image', bytes('image/png', 4_000_000));
    const length = 4_000_000;
    expect(ask([image], { bytes: length })).toBe(4_784);
    expect(ask([image], { bytes: length, models: ['claude-opus-4-8', 'gpt-5.4'] })).toBe(12_000);
    expect(ask([image], { bytes: length, models: ['openai/GPT-4o-mini'] })).toBe(48_169);
    expect(ask([image], { bytes: length, models: ['gemini-3-pro'] })).toBe(16_384);
    expect(ask([image], { bytes: length, models: ['llama-4'] })).toBe(16_384);
    expect(ask([image], { bytes: length, models: ['claude-3-haiku-20240307'] })).toBe(4_784);
    const source = media('image', bytes('image/svg+xml', 40_000));
    expect(ask([source], { bytes: 40_000, models: ['gemini-3-pro'] })).toBe(30_000);
  });

  it('counts an image with a URL, also in a tool result', () => {
    const image = media('image', url);
    expect(ask([image, { type: 'result', callId: 'c', content: [image] }])).toBe(2 * 4_784);
  });

  it('counts a file with a URL as the maximum prompt', () => {
    expect(ask([media('document', url)])).toBe(1_000_000);
    expect(
      ask([media('video', { by: 'file', id: 'f', vendor: 'google' })], { window: 200_000 }),
    ).toBe(200_000 - frame);
  });

  it('counts a URL in place of data as the maximum prompt', () => {
    const audio = (base64: string) =>
      media('audio', { by: 'bytes', mediaType: 'audio/mpeg', base64 });
    expect(ask([audio('https://h.example/x.mp3')], { bytes: 23 })).toBe(1_000_000);
    expect(ask([audio('https')])).toBeLessThan(2_000);
  });

  it('counts content that the provider stores as the maximum prompt', () => {
    expect(boundPrompt({ bytes: 0, models: [], liesElsewhere: true }).most - frame).toBe(1_000_000);
    const body = { contents: [{ parts: [{ text: 'Hi' }] }], cachedContent: 'cachedContents/1' };
    const { decodeRequest } = codecOf('gemini-generate');
    const { value: request } = decodeRequest(body, { model: 'm', stream: false });
    expect(boundPrompt({ bytes: 0, request, models: [] }).most - frame).toBe(1_000_000);
    const thread = { type: 'continue', previous_message_id: 'msg_1' };
    const asked = codecOf('anthropic-messages').decodeRequest({
      ...{ model: 'm', max_tokens: 1, messages: [], thread },
    }).value;
    expect(boundPrompt({ bytes: 0, request: asked, models: [] }).most - frame).toBe(1_000_000);
  });

  it('counts a document by its size, and never less than a page', () => {
    expect(ask([media('document', bytes('application/pdf', 4))], { bytes: 0 })).toBeGreaterThan(
      7_900,
    );
    const length = 40_000;
    // 30,000 bytes at 4 tokens each, and a page.
    expect(ask([media('document', bytes('application/pdf', 40_000))], { bytes: length })).toBe(
      128_000,
    );
  });

  it('counts a text file as text', () => {
    const length = 40_000;
    expect(ask([media('document', bytes('text/plain', 40_000))], { bytes: length })).toBe(40_000);
    expect(ask([media('document', { by: 'text', text: 'abc' })], { bytes: length })).toBe(40_000);
  });

  it('counts audio by its duration, and video by its bytes', () => {
    const length = 4_000_000;
    expect(ask([media('audio', bytes('audio/mp3', 4_000_000))], { bytes: length })).toBe(151_000);
    expect(ask([media('video', bytes('video/mp4', 800_000))], { bytes: length })).toBe(4_000_000);
  });

  it('reserves no more than the context window, unless the provider runs tools', () => {
    const length = 500_000;
    expect(ask([], { bytes: length, window: 200_000 })).toBe(200_000 - frame);
    const server: Tool = { kind: 'server', name: 'web_search', extras: {} };
    expect(ask([], { bytes: length, window: 200_000, tools: [server] })).toBe(601_128);
  });

  it('reserves more than the context window if the provider may compact the conversation', () => {
    const length = 500_000;
    expect(ask([], { bytes: length, window: 200_000, mayCompact: true })).toBe(length);
  });

  it('reserves more than the context window if the provider may read from servers', () => {
    const length = 500_000;
    expect(ask([], { bytes: length, window: 200_000, mayReadServers: true })).toBe(600_000);
  });

  it('adds a margin for tool instructions, and for unknown parts', () => {
    const tool: Tool = { kind: 'function', name: 'f' };
    expect(ask([], { tools: [tool, tool] })).toBe(1_256);
    const unknown: Part = { type: 'unknown', dialect: 'openai-chat', raw: {} };
    expect(ask([unknown])).toBe(50_000);
  });

  it('allows a whole window for what the provider stores, and nothing for an action of its own', () => {
    const boundOf = (item: object) => {
      const body = { model: 'm', input: [{ role: 'user', content: 'Hi' }, { ...item }] };
      const { turns } = codecOf('openai-responses').readRequest(body).decode().value;
      return ask(turns.flatMap(({ parts }) => parts));
    };
    expect(boundOf({ type: 'item_reference', id: 'msg_1' })).toBe(1_000_000);
    expect(boundOf({ id: 'msg_1' })).toBe(1_000_000);
    expect(boundOf({ type: 'web_search_call', id: 'ws_1', status: 'completed' })).toBe(0);
  });

  it('does not count call arguments as an image', () => {
    const image = { type: 'base64', media_type: 'image/png', data: 'A'.repeat(9_000) };
    const input = { type: 'image', source: image };
    const body = {
      model: 'm',
      max_tokens: 9,
      messages: [
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'f', input }] },
      ],
    };
    const { length } = JSON.stringify(body);
    const request = codecOf('anthropic-messages').decodeRequest(body).value;
    const { most } = boundPrompt({ bytes: length, request, models: ['claude-opus-4-8'] });
    expect(most).toBe(length + frame);
  });
});

describe('mayCacheAnHour', () => {
  it.each([
    ['{"cache_control":{"type":"ephemeral","ttl":"1h"}}', true],
    ['{"ttl":"\\u0031\\u0068"}', true],
    ['{"ttl":"1\\u0068"}', true],
    ['{"ttl":"\\u0031h"}', true],
    ['{"ttl":"1H"}', true],
    ['{"cache_control":{"type":"ephemeral","ttl":"5m"}}', false],
    ['{"content":"it takes 1h"}', false],
    ['', false],
  ])('%s: %s', (text, may) => {
    expect(mayCacheAnHour(text)).toBe(may);
  });
});
