import type { CanonicalRequest, Part, Turn } from '@parley/protocol';
import { describe, expect, it } from 'vitest';
import { estimateRequestTokens } from './estimate-request.ts';
import { estimateTextTokens } from './estimate-text.ts';
import { tokenFamilies } from './token-family.ts';

const empty: CanonicalRequest = {
  model: 'fast',
  stream: false,
  includeUsage: false,
  turns: [],
  tools: [],
  sampling: {},
};
const said = 'Please compare the two offers and tell me which one is cheaper over three years.';

function requestOf(...parts: readonly Part[]): CanonicalRequest {
  return { ...empty, turns: [{ role: 'user', parts }] };
}

function imageOf(base64: string): Part {
  return { type: 'media', kind: 'image', source: { by: 'bytes', mediaType: 'image/png', base64 } };
}

/** The tokens that a part adds to a request with an empty turn. */
function added(part: Part): number {
  return (
    estimateRequestTokens(requestOf(part), 'openai') - estimateRequestTokens(requestOf(), 'openai')
  );
}

describe('estimateRequestTokens, what is not text', () => {
  it('counts an image by rule: neither its bytes nor their number matter', () => {
    const first = estimateRequestTokens(requestOf(imageOf('iVBORw0KGgo')), 'openai');
    const second = estimateRequestTokens(requestOf(imageOf('A1b2'.repeat(500_000))), 'openai');
    expect(second).toBe(first);
  });

  it('counts an image in a result the same', () => {
    const result: Part = {
      type: 'result',
      callId: 'call_1',
      content: [imageOf('A1b2'.repeat(999))],
    };
    expect(added(result) - added({ ...result, content: [] })).toBe(added(imageOf('')));
  });

  it('counts hidden reasoning by the length of its encrypted form', () => {
    const providerState = {
      vendor: 'openai',
      kind: 'encrypted',
      data: 'gAAA'.repeat(400),
    } as const;
    expect(added({ type: 'reasoning', text: '', providerState })).toBe(300);
  });

  it('counts shown reasoning by its text and not by its signature', () => {
    const providerState = {
      vendor: 'anthropic',
      kind: 'signature',
      data: 'EqQB'.repeat(400),
    } as const;
    expect(added({ type: 'reasoning', text: said, providerState })).toBe(
      estimateTextTokens(said, 'openai'),
    );
  });
});

describe.each(tokenFamilies)('estimateRequestTokens for %s', (family) => {
  const tokensOf = (request: CanonicalRequest) => estimateRequestTokens(request, family);
  const text = estimateTextTokens(said, family);

  it('counts every text of every turn', () => {
    const turns: readonly Turn[] = [
      { role: 'instruction', parts: [{ type: 'text', text: said }] },
      { role: 'user', parts: [{ type: 'text', text: said }] },
      { role: 'assistant', parts: [{ type: 'refusal', text: said }] },
      {
        role: 'result',
        parts: [{ type: 'result', callId: 'call_1', content: [{ type: 'text', text: said }] }],
      },
    ];
    const tokens = tokensOf({ ...empty, turns });
    expect(tokens).toBeGreaterThanOrEqual(text * 4);
    expect(tokens).toBeLessThan(text * 4 + 40);
  });

  it('counts the name of who speaks', () => {
    const turns: readonly Turn[] = [{ role: 'user', name: said, parts: [] }];
    expect(tokensOf({ ...empty, turns }) - tokensOf(requestOf())).toBe(text);
  });

  it('counts calls, text documents and parts of other dialects', () => {
    const parts: readonly Part[] = [
      { type: 'call', id: 'call_1', name: 'compare', arguments: said },
      { type: 'media', kind: 'document', source: { by: 'text', text: said }, name: 'offers.txt' },
      { type: 'server', dialect: 'anthropic-messages', raw: { type: 'note', text: said } },
      { type: 'unknown', dialect: 'anthropic-messages', raw: { type: 'note', text: said } },
    ];
    for (const part of parts) {
      expect(tokensOf(requestOf(part)) - tokensOf(requestOf())).toBeGreaterThanOrEqual(text);
    }
  });

  it('counts names, descriptions and schemas of tools, and the schema of the answer', () => {
    const schema = { type: 'object', properties: { years: { type: 'number', description: said } } };
    const tools = [{ kind: 'function', name: 'compare', description: said, schema }] as const;
    expect(tokensOf({ ...empty, tools })).toBeGreaterThanOrEqual(text * 2 + 2);
    const outputFormat = { type: 'schema', schema } as const;
    expect(tokensOf({ ...empty, outputFormat })).toBeGreaterThan(text);
  });

  it('counts custom and server tools', () => {
    const extras = { 'anthropic-messages': { type: 'web_search_20250305', comment: said } };
    const custom = { kind: 'custom', name: 'patch', description: said } as const;
    const server = { kind: 'server', name: 'web_search', extras } as const;
    expect(tokensOf({ ...empty, tools: [custom] })).toBeGreaterThan(text);
    expect(tokensOf({ ...empty, tools: [server] })).toBeGreaterThan(text);
  });

  it('returns an integer', () => {
    expect(Number.isInteger(tokensOf(requestOf({ type: 'text', text: said })))).toBe(true);
  });
});

describe('what the vendors add around a request', () => {
  const tool = { kind: 'function', name: 'f', schema: { properties: { a: {} } } } as const;
  const call: Part = { type: 'call', id: 'c', name: 'f', arguments: '{}' };
  const requests: Readonly<Record<string, CanonicalRequest>> = {
    'without anything': empty,
    'with a turn': requestOf(),
    'with a call': requestOf(call),
    'with a tool': { ...empty, tools: [tool] },
    'with two tools': { ...empty, tools: [tool, tool] },
  };

  it.each([
    ['without anything', [5, 9, 6, 0, 6]],
    ['with a turn', [9, 12, 8, 0, 9]],
    ['with a call', [16, 18, 13, 3, 15]],
    ['with a tool', [41, 649, 531, 6, 209]],
    ['with two tools', [57, 739, 606, 12, 272]],
  ])('is counted in every family: %s', (name, tokens) => {
    const request = requests[name] ?? empty;
    expect(tokenFamilies.map((family) => estimateRequestTokens(request, family))).toEqual(tokens);
  });
});
