import { describe, expect, it } from 'vitest';
import { codecs } from '../../../dialects.ts';
import type { JsonObject } from '../../../json/value.ts';
import { plainBodies } from '../../../testing/probes/probe.ts';
import { tableTargets } from '../../../testing/pair-table.ts';
import { translateRequest } from '../../../testing/translation.ts';

const client = codecs['anthropic-messages'];
const others = Object.values(codecs).filter((codec) => codec !== client);

const tools = {
  bash: { type: 'bash_20250124', name: 'bash' },
  editor: { type: 'text_editor_20250728', name: 'str_replace_based_edit_tool' },
  memory: { type: 'memory_20250818', name: 'memory' },
  computer: {
    type: 'computer_20251124',
    name: 'computer',
    display_width_px: 1024,
    display_height_px: 768,
  },
};

function send(codec: (typeof others)[number], fields: JsonObject) {
  const body = { ...plainBodies['anthropic-messages'], ...fields };
  const { value, notes } = translateRequest(client, body, {
    codec,
    target: tableTargets[codec.dialect],
  });
  return { body: value.body, text: JSON.stringify(value.body), notes };
}

describe('a tool that Anthropic defines and the client runs', () => {
  it.each(others)('is a function for $dialect, and nothing is lost', (codec) => {
    for (const tool of Object.values(tools)) {
      const { text, notes } = send(codec, { tools: [tool] });
      expect(text).toContain(`"name":"${tool.name}"`);
      expect(notes).toEqual([
        {
          path: 'tools[0]',
          action: 'approximated',
          reason: `Only the anthropic-messages format has the type ${tool.type}; the nearest one was sent.`,
        },
      ]);
    }
  });

  it('keeps its definition for an upstream of its own format', () => {
    const { body, notes } = send(client, { tools: Object.values(tools) });
    expect(body['tools']).toEqual(Object.values(tools));
    expect(notes).toEqual([]);
  });

  it('states the size of the screen, and the fields of its version', () => {
    const chat = codecs['openai-chat'];
    const old = { type: 'text_editor_20250124', name: 'str_replace_editor' };
    expect(send(chat, { tools: [tools.computer] }).text).toContain('1024 pixels wide');
    expect(send(chat, { tools: [tools.editor] }).text).toContain('insert_text');
    expect(send(chat, { tools: [old] }).text).not.toContain('insert_text');
    expect(send(chat, { tools: [old] }).text).toContain('undo_edit');
  });

  it.each(others)('is called and chosen by its name in $dialect', (codec) => {
    const call = { type: 'tool_use', id: 'c1', name: 'bash', input: { command: 'ls' } };
    const { text, notes } = send(codec, {
      tools: [tools.bash],
      tool_choice: { type: 'tool', name: 'bash' },
      messages: [
        { role: 'user', content: 'List.' },
        { role: 'assistant', content: [call] },
        {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: 'c1', content: 'a.txt' }],
        },
      ],
    });
    expect(text).toMatch(/\\?"command\\?":\\?"ls/);
    expect(notes.filter(({ action }) => action === 'dropped')).toEqual([]);
  });

  it('is not a tool that the vendor runs', () => {
    const served = { type: 'web_fetch_20250910', name: 'web_fetch' };
    const { notes } = send(codecs['openai-chat'], { tools: [served] });
    expect(notes).toMatchObject([{ path: 'tools[0]', action: 'dropped' }]);
  });
});

describe('a block that only Messages have', () => {
  const blocks = {
    search_result: {
      type: 'search_result',
      source: 'https://a.example/',
      title: 'A',
      content: [{ type: 'text', text: 'Found.' }],
    },
    tool_reference: { type: 'tool_reference', tool_name: 'Found.' },
    browser_state: {
      type: 'browser_state',
      tabs: [{ tab_id: '1', title: 'Found.', url: 'https://a.example/' }],
    },
  };
  const call = { type: 'tool_use', id: 'c1', name: 'find', input: {} };
  const ask = (block: JsonObject): JsonObject => ({
    tools: [{ name: 'find', input_schema: { type: 'object' } }],
    messages: [
      { role: 'user', content: 'Find.' },
      { role: 'assistant', content: [call] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1', content: [block] }] },
    ],
  });

  it.each(others)('is not reported as lost where $dialect carries it as text', (codec) => {
    for (const block of Object.values(blocks)) {
      const { text, notes } = send(codec, ask(block));
      expect(text).toContain('Found.');
      expect(notes.filter(({ action }) => action === 'dropped')).toEqual([]);
      expect(notes.map(({ reason }) => reason).join(' ')).toContain(`the type ${block.type}`);
    }
  });

  it('goes unchanged to an upstream of its own format', () => {
    for (const block of Object.values(blocks)) {
      const { text, notes } = send(client, ask(block));
      expect(text).toContain(JSON.stringify(block));
      expect(notes).toEqual([]);
    }
  });
});
