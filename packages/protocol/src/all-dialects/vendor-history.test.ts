// Tests that what a vendor's own tools and its compaction said reaches every other vendor.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codecs } from '../dialects.ts';
import type { DialectId } from '../canonical/dialect.ts';
import type { JsonObject } from '../json/value.ts';
import { visibleText } from '../testing/arbitraries.ts';
import { translateRequest } from '../testing/translation.ts';
import { statefulTargets } from '../testing/upstreams.ts';

/** A block, item or part, and the texts of it that another vendor must get. */
type Kind = readonly [raw: JsonObject, ...texts: string[]];

const blocks: readonly Kind[] = [
  [{ type: 'compaction', content: 'They ate soup.' }, 'They ate soup.'],
  [
    { type: 'server_tool_use', id: 's', name: 'look', input: { type: 'inner', id: 7 } },
    'look',
    'inner',
    '7',
  ],
  [
    { type: 'mcp_tool_use', id: 's', name: 'look', input: { q: 'soup' }, server_name: 'm' },
    'look',
    'soup',
  ],
  [
    { type: 'mcp_tool_result', tool_use_id: 's', content: [{ type: 'text', text: 'hot' }] },
    ':\nhot',
  ],
  [
    {
      type: 'web_search_tool_result',
      tool_use_id: 's',
      content: [
        {
          type: 'web_search_result',
          url: 'https://a.example',
          title: 'A',
          encrypted_content: 'hid',
        },
      ],
    },
    'https://a.example',
  ],
  [
    {
      type: 'web_fetch_tool_result',
      tool_use_id: 's',
      content: {
        type: 'web_fetch_result',
        url: 'https://a.example',
        content: {
          type: 'document',
          source: { type: 'text', media_type: 'text/plain', data: 'the page' },
        },
      },
    },
    'https://a.example',
    'the page',
  ],
  [
    {
      type: 'code_execution_tool_result',
      tool_use_id: 's',
      content: {
        type: 'code_execution_result',
        stdout: 'out',
        stderr: 'err',
        return_code: 0,
        content: [],
      },
    },
    'out',
    'err',
  ],
  [
    {
      type: 'bash_code_execution_tool_result',
      tool_use_id: 's',
      content: {
        type: 'bash_code_execution_result',
        stdout: 'out',
        stderr: '',
        return_code: 2,
        content: [],
      },
    },
    'out',
    '2',
  ],
  [
    {
      type: 'text_editor_code_execution_tool_result',
      tool_use_id: 's',
      content: {
        type: 'text_editor_code_execution_view_result',
        content: 'a line',
        file_type: 'text',
      },
    },
    'a line',
  ],
  [
    {
      type: 'tool_search_tool_result',
      tool_use_id: 's',
      content: {
        type: 'tool_search_tool_search_result',
        tool_references: [{ type: 'tool_reference', tool_name: 'found' }],
      },
    },
    'found',
  ],
  [
    {
      type: 'advisor_tool_result',
      tool_use_id: 's',
      content: { type: 'advisor_result', text: 'wait' },
    },
    'wait',
  ],
];

const items: readonly Kind[] = [
  [
    {
      type: 'code_interpreter_call',
      id: 'i',
      code: 'print(6)',
      container_id: 'hid',
      status: 'completed',
      outputs: [{ type: 'logs', logs: 'six' }],
    },
    'print(6)',
    'six',
  ],
  [
    {
      type: 'file_search_call',
      id: 'i',
      queries: ['soup'],
      status: 'completed',
      results: [{ file_id: 'hid', filename: 'a.md', text: 'hot' }],
    },
    'soup',
    'a.md',
    'hot',
  ],
  [
    {
      type: 'web_search_call',
      id: 'i',
      status: 'completed',
      action: {
        type: 'search',
        query: 'soup',
        sources: [{ type: 'url', url: 'https://a.example' }],
      },
    },
    'soup',
    'https://a.example',
  ],
  [
    {
      type: 'mcp_call',
      id: 'i',
      server_label: 'm',
      name: 'look',
      arguments: '{"q":1}',
      output: 'hot',
    },
    'look',
    '{"q":1}',
    'hot',
  ],
  [
    {
      type: 'mcp_approval_request',
      id: 'i',
      server_label: 'm',
      name: 'look',
      arguments: '{"q":1}',
    },
    'look',
  ],
  [
    { type: 'mcp_approval_response', approval_request_id: 'i', approve: false, reason: 'no' },
    'false',
    'no',
  ],
  [
    {
      type: 'computer_call',
      id: 'i',
      call_id: 'c',
      status: 'completed',
      action: { type: 'type', text: 'soup' },
    },
    'soup',
  ],
  [
    {
      type: 'computer_call_output',
      call_id: 'c',
      output: { type: 'computer_screenshot', image_url: 'data:image/png;base64,c2NyZWVu' },
    },
    'c2NyZWVu',
  ],
  [
    {
      type: 'local_shell_call',
      id: 'i',
      call_id: 'c',
      status: 'completed',
      action: { type: 'exec', command: ['ls'] },
    },
    'ls',
  ],
  [{ type: 'local_shell_call_output', id: 'i', output: 'a.txt' }, 'a.txt'],
  [{ type: 'shell_call', call_id: 'c', action: { commands: ['ls'] } }, 'ls'],
  [
    {
      type: 'shell_call_output',
      call_id: 'c',
      output: [
        { stdout: 'a.txt', stderr: '', outcome: { type: 'exit', exit_code: 3 } },
        { stdout: '', stderr: '', outcome: { type: 'timeout' } },
      ],
    },
    'a.txt',
    '3',
    'timeout',
  ],
  [
    {
      type: 'apply_patch_call',
      call_id: 'c',
      status: 'completed',
      operation: { type: 'update_file', path: 'a.ts', diff: '+soup' },
    },
    'update_file',
    'a.ts',
    '+soup',
  ],
  [
    {
      ...{ type: 'apply_patch_call', call_id: 'c', status: 'completed' },
      operation: { type: 'delete_file', path: 'a.ts' },
    },
    'delete_file',
    'a.ts',
  ],
  [
    {
      ...{ type: 'computer_call', id: 'i', call_id: 'c', status: 'completed' },
      actions: [{ type: 'screenshot' }, { type: 'double_click', x: 1, y: 2 }],
    },
    'screenshot',
    'double_click',
  ],
  [
    { type: 'apply_patch_call_output', call_id: 'c', status: 'failed', output: 'no file' },
    'failed',
    'no file',
  ],
  [{ type: 'tool_search_call', arguments: { query: 'soup' } }, 'soup'],
  [{ type: 'program', id: 'i', call_id: 'c', code: 'go()', fingerprint: 'hid' }, 'go()'],
  [{ type: 'program_output', id: 'i', call_id: 'c', result: 'gone', status: 'completed' }, 'gone'],
];

const parts: readonly Kind[] = [
  [{ executableCode: { language: 'PYTHON', code: 'print(6)' } }, 'print(6)'],
  [{ codeExecutionResult: { outcome: 'OUTCOME_FAILED', output: 'six' } }, 'OUTCOME_FAILED', 'six'],
  [{ toolCall: { toolType: 'GOOGLE_SEARCH', args: { id: 'soup' } } }, 'GOOGLE_SEARCH', 'soup'],
  [{ toolResponse: { toolType: 'GOOGLE_SEARCH', response: { result: 'hot' } } }, 'hot'],
];

/** A conversation that holds one kind between a text before and a text after it. */
const bodies = {
  'anthropic-messages': (raw: JsonObject): JsonObject => ({
    model: 'm',
    max_tokens: 100,
    messages: [
      { role: 'user', content: 'Hello' },
      {
        role: 'assistant',
        content: [{ type: 'text', text: 'before' }, raw, { type: 'text', text: 'after' }],
      },
      { role: 'user', content: 'Well?' },
    ],
  }),
  'openai-responses': (raw: JsonObject): JsonObject => ({
    model: 'm',
    input: [
      { role: 'user', content: 'Hello' },
      { role: 'assistant', content: 'before' },
      raw,
      { role: 'assistant', content: 'after' },
      { role: 'user', content: 'Well?' },
    ],
  }),
  'gemini-generate': (raw: JsonObject): JsonObject => ({
    contents: [
      { role: 'user', parts: [{ text: 'Hello' }] },
      { role: 'model', parts: [{ text: 'before' }, raw, { text: 'after' }] },
      { role: 'user', parts: [{ text: 'Well?' }] },
    ],
  }),
} satisfies Partial<Record<DialectId, (raw: JsonObject) => JsonObject>>;

const kinds = { 'anthropic-messages': blocks, 'openai-responses': items, 'gemini-generate': parts };

type Source = keyof typeof kinds;

function translate(source: Source, raw: JsonObject, to: DialectId) {
  const upstream = { codec: codecs[to], target: statefulTargets[to] };
  return translateRequest(codecs[source], bodies[source](raw), upstream);
}

const sources = Object.keys(kinds) as Source[];
const table = sources.flatMap((from) =>
  kinds[from].map(([raw, ...texts]) => ({
    from,
    kind: typeof raw['type'] === 'string' ? raw['type'] : Object.keys(raw).join(),
    raw,
    texts,
  })),
);

describe.each(Object.keys(codecs) as DialectId[])('what a vendor said, sent to %s', (to) => {
  it.each(table.filter(({ from }) => from !== to))(
    '$kind becomes content in its place, with a note',
    ({ from, raw, texts }) => {
      const { value, notes } = translate(from, raw, to);
      const text = JSON.stringify(value.body);
      expect(notes.length).toBeGreaterThan(0);
      for (const word of texts) {
        const [at, before, after] = [JSON.stringify(word).slice(1, -1), 'before', 'after'].map(
          (each) => text.indexOf(each),
        );
        expect(at, word).toBeGreaterThan(before ?? -1);
        expect(at, word).toBeLessThan(after ?? -1);
      }
      expect(text).not.toContain('hid');
    },
  );

  it.each(table.filter(({ from }) => from === to))(
    '$kind stays as it is for its own format',
    ({ from, raw }) => {
      expect(JSON.stringify(translate(from, raw, to).value.body)).toContain(JSON.stringify(raw));
    },
  );
});

describe('a compaction that is only encrypted', () => {
  it.each(['openai-chat', 'anthropic-messages', 'gemini-generate'] as const)(
    'is noted for %s',
    (to) => {
      const raw = { type: 'compaction', id: 'cmp_1', encrypted_content: 'hid' };
      const { value, notes } = translate('openai-responses', raw, to);
      expect(JSON.stringify(value.body)).not.toContain('hid');
      expect(notes).toContainEqual(expect.objectContaining({ action: 'dropped' }));
    },
  );

  it('keeps its place before the first message of its own format', () => {
    const raw = { type: 'compaction', id: 'cmp_1', encrypted_content: 'x' };
    const body = { model: 'm', input: [raw, { role: 'user', content: 'Well?' }] };
    const upstream = {
      codec: codecs['openai-responses'],
      target: statefulTargets['openai-responses'],
    };
    const { value } = translateRequest(codecs['openai-responses'], body, upstream);
    expect(value.body['input']).toEqual([raw, { type: 'message', role: 'user', content: 'Well?' }]);
  });
});

describe('an image that was generated earlier', () => {
  const raw = { type: 'image_generation_call', id: 'i', status: 'completed', result: 'aW1hZ2U=' };

  it.each(['openai-chat', 'anthropic-messages'] as const)(
    'becomes a sentence in its place for %s, with a note',
    (to) => {
      const { value, notes } = translate('openai-responses', raw, to);
      expect(JSON.stringify(value.body)).toMatch(/before.*generated here cannot be shown.*after/);
      expect(notes).toContainEqual(expect.objectContaining({ action: 'dropped' }));
    },
  );

  it('stays an image for gemini-generate', () => {
    const { value } = translate('openai-responses', raw, 'gemini-generate');
    expect(JSON.stringify(value.body)).toContain('aW1hZ2U=');
  });
});

it('does not separate calls from their results by what the vendor did between them', () => {
  const body = {
    model: 'm',
    input: [
      { role: 'user', content: 'Hello' },
      { type: 'function_call', call_id: 'a', name: 'f', arguments: '{}' },
      { type: 'function_call', call_id: 'b', name: 'f', arguments: '{}' },
      { type: 'function_call_output', call_id: 'a', output: 'one' },
      {
        type: 'code_interpreter_call',
        id: 'i',
        code: 'print(6)',
        container_id: 'c',
        outputs: null,
      },
      { type: 'function_call_output', call_id: 'b', output: 'two' },
    ],
  };
  const upstream = { codec: codecs['openai-chat'], target: statefulTargets['openai-chat'] };
  const { value } = translateRequest(codecs['openai-responses'], body, upstream);
  expect(value.body['messages']).toEqual([
    { role: 'user', content: 'Hello' },
    expect.objectContaining({ role: 'assistant', content: 'Code that was run:\nprint(6)' }),
    { role: 'tool', tool_call_id: 'a', content: 'one' },
    { role: 'tool', tool_call_id: 'b', content: 'two' },
  ]);
});

it('is separated from texts on the other side of a call where texts are joined', () => {
  const used = (name: string) => ({ type: 'server_tool_use', id: name, name, input: { q: name } });
  const content = [
    ...[
      { type: 'text', text: 'One.' },
      { type: 'tool_use', id: 'a', name: 'f', input: {} },
    ],
    ...[used('x'), { type: 'tool_use', id: 'b', name: 'f', input: {} }],
    ...[used('y'), { type: 'tool_use', id: 'c', name: 'f', input: {} }],
    { type: 'text', text: 'Two.' },
  ];
  const results = ['a', 'b', 'c'].map((id) => ({ type: 'tool_result', tool_use_id: id }));
  const messages = [
    { role: 'user', content: 'Hello' },
    { role: 'assistant', content },
    { role: 'user', content: results },
  ];
  const upstream = { codec: codecs['openai-chat'], target: statefulTargets['openai-chat'] };
  const body = { model: 'm', max_tokens: 100, messages };
  const { value } = translateRequest(codecs['anthropic-messages'], body, upstream);
  const [x, y] = ['x', 'y'].map((name) => `Call of the tool ${name}:\n{"q":"${name}"}`);
  expect(value.body['messages']).toMatchObject([
    ...[{ role: 'user' }, { role: 'assistant', content: `One.\n\n${x}\n\n${y}\n\nTwo.` }],
    ...[{ role: 'tool' }, { role: 'tool' }, { role: 'tool' }],
  ]);
});

describe('a conversation of messages', () => {
  const block = (text: string) =>
    fc.constantFrom<JsonObject[]>(
      [{ type: 'text', text }],
      [{ type: 'compaction', content: text }],
      [
        { type: 'compaction', content: null, encrypted_content: 'x' },
        { type: 'text', text },
      ],
      [{ type: 'mcp_tool_result', tool_use_id: 's', content: text }],
    );
  const turn = fc.record({
    role: fc.constantFrom('user', 'assistant'),
    content: visibleText().chain(block),
  });

  it.each(['openai-chat', 'gemini-generate', 'openai-responses'] as const)(
    'loses no turn with content on its way to %s',
    (to) => {
      fc.assert(
        fc.property(fc.array(turn, { minLength: 1, maxLength: 6 }), (turns) => {
          const marked = turns.map(({ role, content }, at) => ({
            role,
            content: [...content, { type: 'compaction', content: `mark ${at};` }],
          }));
          const body = { model: 'm', max_tokens: 100, messages: marked };
          const upstream = { codec: codecs[to], target: statefulTargets[to] };
          const { value } = translateRequest(codecs['anthropic-messages'], body, upstream);
          const text = JSON.stringify(value.body);
          const marks = text.match(/mark \d+;/g);
          expect(marks).toEqual(turns.map((_, at) => `mark ${at};`));
        }),
      );
    },
  );
});
