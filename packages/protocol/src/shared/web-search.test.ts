import { describe, expect, it } from 'vitest';
import type { DialectId } from '../canonical/dialect.ts';
import { codecs } from '../dialects.ts';
import type { JsonObject } from '../json/value.ts';
import { plainBodies } from '../testing/probes/probe.ts';
import { tableTargets } from '../testing/pair-table.ts';
import { translateRequest } from '../testing/translation.ts';

const plain = {
  'anthropic-messages': { type: 'web_search_20250305', name: 'web_search' },
  'openai-responses': { type: 'web_search' },
  'gemini-generate': { googleSearch: {} },
};
const dialects = Object.keys(plain) as (keyof typeof plain)[];

function send(
  [from, to]: readonly [DialectId, DialectId],
  tools: JsonObject[],
  vendor = tableTargets[to].vendor,
) {
  const target = tableTargets[to];
  const { value, notes } = translateRequest(
    codecs[from],
    { ...plainBodies[from], tools },
    { codec: codecs[to], target: { ...target, vendor } },
  );
  return { tools: value.body['tools'], notes };
}

const pairs = dialects.flatMap((from) => {
  return dialects.filter((to) => to !== from).map((to) => [from, to] as const);
});

describe('a web search', () => {
  it.each(pairs)('of %s is that of an upstream of %s', (from, to) => {
    const { tools, notes } = send([from, to], [plain[from]]);
    expect(tools).toEqual([plain[to]]);
    expect(notes).toMatchObject([{ path: 'tools[0]', action: 'approximated' }]);
  });

  it.each(pairs)('of %s is not sent to another vendor that speaks %s', (from, to) => {
    const { tools, notes } = send([from, to], [plain[from]], 'someone');
    expect(tools).toBeUndefined();
    const reason = 'The upstream cannot run this web search.';
    expect(notes).toMatchObject([{ path: 'tools[0]', action: 'dropped', reason }]);
  });

  it('has a type of place, which Responses may leave out and Messages demands', () => {
    const placed = { ...plain['openai-responses'], user_location: { country: 'NO' } };
    const { tools } = send(['openai-responses', 'anthropic-messages'], [placed]);
    expect(tools).toMatchObject([{ user_location: { type: 'approximate', country: 'NO' } }]);
  });

  it('loses its cache mark with a note', () => {
    const marked = { ...plain['anthropic-messages'], cache_control: { type: 'ephemeral' } };
    const { notes } = send(['anthropic-messages', 'openai-responses'], [marked]);
    expect(notes).toMatchObject([
      { path: 'tools[0]', action: 'approximated' },
      { path: 'tools[0].cache_control', action: 'dropped' },
    ]);
  });

  it.each(dialects)('of %s is dropped for chat completions, whose models have no tool', (from) => {
    const { tools, notes } = send([from, 'openai-chat'], [plain[from]]);
    expect(tools).toBeUndefined();
    expect(notes).toMatchObject([{ path: 'tools[0]', action: 'dropped' }]);
  });

  const place = { type: 'approximate', country: 'NO' };
  const options = {
    search_context_size: 'low',
    user_location: { type: 'approximate', approximate: { country: 'NO' } },
  };
  const ask = (to: DialectId, more: object = {}, vendor = tableTargets[to].vendor) => {
    const target = { codec: codecs[to], target: { ...tableTargets[to], vendor } };
    const body = { ...plainBodies['openai-chat'], web_search_options: options, ...more };
    const { value, notes } = translateRequest(codecs['openai-chat'], body, target);
    return { body: value.body, notes: notes.map(({ path, action }) => `${action} ${path}`) };
  };
  const approximated = 'approximated web_search_options';

  it.each([
    ['openai-responses', { ...plain['openai-responses'], ...options, user_location: place }, []],
    [
      'anthropic-messages',
      { ...plain['anthropic-messages'], user_location: place },
      ['dropped web_search_options.search_context_size'],
    ],
    [
      'gemini-generate',
      plain['gemini-generate'],
      [
        'dropped web_search_options.user_location',
        'dropped web_search_options.search_context_size',
      ],
    ],
  ] as const)('of chat completions is that of an upstream of %s', (to, tool, lost) => {
    const { body, notes } = ask(to);
    expect(body['tools']).toEqual([tool]);
    expect(notes).toEqual([approximated, ...lost]);
  });

  it('of chat completions is not sent to another vendor, and stays what it is for its own', () => {
    const { body, notes } = ask('anthropic-messages', {}, 'someone');
    expect(body['tools']).toBeUndefined();
    expect(notes).toEqual(['dropped web_search_options']);
    const same = ask('openai-chat');
    expect(same.body).toMatchObject({ web_search_options: options });
    expect(same.body['tools']).toBeUndefined();
    expect(same.notes).toEqual([]);
  });

  it('of chat completions that was not asked for is none', () => {
    const { body, notes } = ask('anthropic-messages', { web_search_options: null });
    expect(body['tools']).toBeUndefined();
    expect(notes).toEqual([]);
  });

  it('of chat completions stands beside functions', () => {
    const called = { type: 'function', function: { name: 'f', parameters: { type: 'object' } } };
    const { body } = ask('anthropic-messages', { tools: [called] });
    expect(body['tools']).toMatchObject([{ name: 'f' }, { name: 'web_search' }]);
    const { body: gemini, notes } = ask('gemini-generate', { tools: [called] });
    expect(gemini['tools']).toMatchObject([{ functionDeclarations: [{ name: 'f' }] }]);
    expect(notes).toContain('dropped web_search_options');
  });

  it('keeps the settings that both sides have, and notes the others', () => {
    const location = { type: 'approximate', country: 'NO' };
    const settings = { allowed_domains: ['a.example'], max_uses: 2, user_location: location };
    const tool = { ...plain['anthropic-messages'], ...settings };
    const { tools, notes } = send(['anthropic-messages', 'openai-responses'], [tool]);
    const filters = { allowed_domains: ['a.example'] };
    expect(tools).toEqual([{ type: 'web_search', filters, user_location: location }]);
    const lost = notes.filter(({ action }) => action === 'dropped').map(({ path }) => path);
    expect(lost).toEqual(['tools[0].max_uses']);
    const back = send(['openai-responses', 'anthropic-messages'], tools as JsonObject[]);
    expect(back.tools).toMatchObject([{ allowed_domains: ['a.example'], user_location: location }]);
  });

  it('is dropped where a function of the client has its name or excludes it', () => {
    const web = { type: 'function', name: 'web_search', parameters: {}, strict: false };
    const both = [plain['openai-responses'], web];
    for (const to of ['anthropic-messages', 'gemini-generate'] as const) {
      const lost = send(['openai-responses', to], both).notes.filter(({ action }) => {
        return action === 'dropped';
      });
      expect(lost.map(({ path }) => path)).toEqual(['tools[0]']);
    }
  });
});
