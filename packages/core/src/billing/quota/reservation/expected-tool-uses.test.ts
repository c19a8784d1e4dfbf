import { codecOf, type DialectId, type JsonObject, type ToolUses } from '@parley/protocol';
import { describe, expect, it } from 'vitest';
import { expectToolUses } from './expected-tool-uses.ts';

describe('the uses that a request is expected to lead to', () => {
  const conversation = { model: 'm', max_tokens: 9, messages: [{ role: 'user', content: 'Hi' }] };
  const contents = [{ role: 'user', parts: [{ text: 'Hi' }] }];
  const search = { type: 'web_search_20250305', name: 'web_search' };

  it.each<[DialectId, JsonObject, ToolUses | undefined]>([
    ['anthropic-messages', { ...conversation, tools: [search] }, { web_search: 5 }],
    [
      'anthropic-messages',
      { ...conversation, tools: [{ ...search, max_uses: 2 }] },
      { web_search: 2 },
    ],
    [
      'anthropic-messages',
      { ...conversation, tools: [{ ...search, max_uses: 0 }] },
      { web_search: 5 },
    ],
    [
      'anthropic-messages',
      { ...conversation, tools: [{ type: 'web_fetch_20250910', name: 'web_fetch' }] },
      undefined,
    ],
    ['openai-chat', { ...conversation, web_search_options: {} }, { web_search: 5 }],
    [
      'openai-responses',
      {
        ...{ model: 'm', input: 'Hi', max_tool_calls: 3 },
        tools: [{ type: 'web_search' }, { type: 'file_search' }, { type: 'x_search' }],
      },
      { web_search: 3, file_search: 3, x_search: 3 },
    ],
    [
      'gemini-generate',
      { contents, tools: [{ googleSearch: {}, googleMaps: {} }] },
      { web_search: 5, maps: 1 },
    ],
    ['openai-chat', conversation, undefined],
  ])('in %s: %j', (dialect, body, uses) => {
    const { value } = codecOf(dialect).decodeRequest(body, { model: 'm', stream: false });
    expect(expectToolUses(value)).toEqual(uses);
  });
});
