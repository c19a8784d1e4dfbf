// Tests the choice among tools of which the vendor runs some (the example of OpenAI's guide to function calling).
import { describe, expect, it } from 'vitest';
import { parseJson } from '../../../json/parse.ts';
import { objectOf } from '../../../shared/json-fields.ts';
import { translateRequest } from '../../../translate/request.ts';

const look = { type: 'function', name: 'look', parameters: { type: 'object', properties: {} } };
const hosted = [{ type: 'mcp', server_label: 'docs', name: 'ask' }, { type: 'image_generation' }];
const tools = [look, { ...look, name: 'hide' }, { type: 'apply_patch' }, ...hosted];

function translate(to: 'openai-responses' | 'openai-chat', allowed: readonly object[]) {
  const choice = { type: 'allowed_tools', mode: 'required', tools: allowed };
  const asked = { model: 'm', input: 'Hi', tools, tool_choice: choice };
  const { json, notes } = translateRequest(asked, { from: 'openai-responses', to, model: 'm' });
  const { tool_choice: written, tools: sent } = objectOf(parseJson(json));
  return { choice, written, sent, paths: notes.map(({ path }) => path) };
}

const named = { type: 'function', name: 'look' };

describe('allowed tools', () => {
  it('stay whole for an upstream of the format', () => {
    const { choice, written, paths } = translate('openai-responses', [named, ...hosted]);
    expect(written).toEqual(choice);
    expect(paths).not.toContain('tool_choice');
  });

  it('are for others those that the client runs', () => {
    const { sent, written, paths } = translate('openai-chat', [
      { type: 'apply_patch' },
      { name: 'look' },
      ...hosted,
    ]);
    expect(written).toBe('required');
    const names = [...JSON.stringify(sent).matchAll(/"function":{"name":"(\w+)"/g)];
    expect(names.map(([, name]) => name)).toEqual(['look', 'apply_patch']);
    expect(paths).toContain('tool_choice');
  });

  it('are none where only the vendor can run them', () => {
    const { written, paths } = translate('openai-chat', hosted);
    expect(written).toBe('none');
    expect(paths).toContain('tool_choice');
  });
});
