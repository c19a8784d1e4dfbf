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

function send(from: DialectId, to: DialectId, tools: JsonObject[], vendor?: string) {
  const target = tableTargets[to];
  const { value, notes } = translateRequest(
    codecs[from],
    { ...plainBodies[from], tools },
    { codec: codecs[to], target: { ...target, vendor: vendor ?? target.vendor } },
  );
  return { tools: value.body['tools'], notes };
}

const pairs = dialects.flatMap((from) => {
  return dialects.filter((to) => to !== from).map((to) => [from, to] as const);
});

describe('a web search', () => {
  it.each(pairs)('of %s is that of an upstream of %s', (from, to) => {
    const { tools, notes } = send(from, to, [plain[from]]);
    expect(tools).toEqual([plain[to]]);
    expect(notes).toMatchObject([{ path: 'tools[0]', action: 'approximated' }]);
  });

  it.each(pairs)('of %s is not sent to another vendor that speaks %s', (from, to) => {
    const { tools, notes } = send(from, to, [plain[from]], 'someone');
    expect(tools).toBeUndefined();
    expect(notes).toMatchObject([{ path: 'tools[0]', action: 'dropped' }]);
  });

  it.each(dialects)('of %s is dropped for chat completions, whose models have no tool', (from) => {
    const { tools, notes } = send(from, 'openai-chat', [plain[from]]);
    expect(tools).toBeUndefined();
    expect(notes).toMatchObject([{ path: 'tools[0]', action: 'dropped' }]);
  });

  it('keeps the settings that both sides have, and notes the others', () => {
    const location = { type: 'approximate', country: 'NO' };
    const settings = { allowed_domains: ['a.example'], max_uses: 2, user_location: location };
    const tool = { ...plain['anthropic-messages'], ...settings };
    const { tools, notes } = send('anthropic-messages', 'openai-responses', [tool]);
    const filters = { allowed_domains: ['a.example'] };
    expect(tools).toEqual([{ type: 'web_search', filters, user_location: location }]);
    const lost = notes.filter(({ action }) => action === 'dropped').map(({ path }) => path);
    expect(lost).toEqual(['tools[0].max_uses']);
    const back = send('openai-responses', 'anthropic-messages', tools as JsonObject[]);
    expect(back.tools).toMatchObject([{ allowed_domains: ['a.example'], user_location: location }]);
  });

  it('is dropped where a function of the client has its name or excludes it', () => {
    const web = { type: 'function', name: 'web_search', parameters: {}, strict: false };
    const both = [plain['openai-responses'], web];
    for (const to of ['anthropic-messages', 'gemini-generate'] as const) {
      const lost = send('openai-responses', to, both).notes.filter(({ action }) => {
        return action === 'dropped';
      });
      expect(lost.map(({ path }) => path)).toEqual(['tools[0]']);
    }
  });
});
