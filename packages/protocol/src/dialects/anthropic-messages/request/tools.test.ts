import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../json/value.ts';
import { NoteBook } from '../../../canonical/note.ts';
import type { CanonicalRequest, Tool } from '../../../canonical/request.ts';
import { NameMap } from '../../../history/names.ts';
import { guessProfile } from '../../../profiles/guess.ts';
import type { Profile } from '../../../profiles/profile.ts';
import { textOf } from '../../../shared/json-fields.ts';
import { decodeToolChoice, decodeTools, encodeTools } from './tools.ts';

type ToolFields = Pick<CanonicalRequest, 'tools' | 'toolChoice' | 'parallelToolCalls'>;

function encode(fields: ToolFields, changes: Partial<Profile> = {}) {
  const notes = new NoteBook();
  const names = new NameMap();
  const profile = { ...guessProfile('claude-sonnet-4-5'), ...changes };
  const target = { model: 'm', vendor: 'anthropic', profile };
  return { ...encodeTools(fields, { target, names, notes }), names, notes: notes.notes };
}

const now: Tool = { kind: 'function', name: 'now' };
const hosted: Tool = { kind: 'server', name: 'search', extras: { 'openai-chat': { type: 'x' } } };

describe('encodeTools', () => {
  it('drops the choice when no tool is left, with a note', () => {
    const { tools, tool_choice, notes } = encode({
      tools: [hosted],
      toolChoice: { mode: 'required' },
      parallelToolCalls: false,
    });
    expect({ tools, tool_choice }).toEqual({});
    expect(notes.map(({ path }) => path)).toEqual(['tools[0]', 'toolChoice']);
  });

  it('drops a choice that names an unknown tool', () => {
    const fields: ToolFields = {
      tools: [now, hosted],
      toolChoice: { mode: 'named', name: 'search' },
    };
    expect(encode(fields).tool_choice).toBeUndefined();
  });

  it('gives a tool without a schema an empty one', () => {
    expect(encode({ tools: [now] }).tools).toEqual([
      { name: 'now', input_schema: { type: 'object', properties: {} } },
    ]);
  });

  it('makes names legal consistently in tools and choice', () => {
    const name = 'ns.tool with spaces';
    const { tools, tool_choice, names } = encode({
      tools: [{ kind: 'function', name }],
      toolChoice: { mode: 'named', name },
    });
    const written = textOf(tools?.[0]?.['name']);
    expect(written).toMatch(/^[\w-]{1,64}$/);
    expect(tool_choice).toEqual({ type: 'tool', name: written });
    expect(names.toCaller(written)).toBe(name);
  });

  it('replaces custom tools by functions', () => {
    const { tools, notes } = encode({ tools: [{ kind: 'custom', name: 'patch' }] });
    expect(tools).toMatchObject([
      { name: 'patch', input_schema: { properties: { input: { type: 'string' } } } },
    ]);
    expect(notes).toMatchObject([{ action: 'approximated' }]);
  });

  it('is strict only where requested and possible', () => {
    const schema: JsonObject = {
      type: 'object',
      properties: { n: { type: 'integer', minimum: 1 } },
    };
    const strict: Tool = { kind: 'function', name: 'a', schema, strict: true };
    expect(encode({ tools: [strict] }).tools).toMatchObject([
      { strict: true, input_schema: { additionalProperties: false } },
    ]);
    const refused = encode({ tools: [strict] }, { structuredOutput: 'none' });
    expect(refused.tools?.[0]).not.toHaveProperty('strict');
    expect(refused.notes).toHaveLength(1);
    expect(encode({ tools: [{ ...strict, strict: false }] }).tools?.[0]).not.toHaveProperty(
      'strict',
    );
  });

  it.each<[Partial<ToolFields>, unknown]>([
    [{}, undefined],
    [{ parallelToolCalls: false }, { type: 'auto', disable_parallel_tool_use: true }],
    [{ parallelToolCalls: true }, undefined],
    [{ toolChoice: { mode: 'none' }, parallelToolCalls: false }, { type: 'none' }],
    [{ toolChoice: { mode: 'auto' } }, { type: 'auto' }],
    [
      { toolChoice: { mode: 'required' }, parallelToolCalls: false },
      { type: 'any', disable_parallel_tool_use: true },
    ],
    [{ toolChoice: { mode: 'subset', names: ['now'], required: true } }, { type: 'any' }],
  ])('writes the choice %j', (fields, choice) => {
    expect(encode({ tools: [now], ...fields }).tool_choice).toEqual(choice);
  });

  it('offers only the tools of a subset', () => {
    const other: Tool = { kind: 'function', name: 'other' };
    const { tools, notes } = encode({
      tools: [other, now],
      toolChoice: { mode: 'subset', names: ['now'], required: false },
    });
    expect(tools?.map(({ name }) => name)).toEqual(['now']);
    expect(notes).toMatchObject([{ path: 'toolChoice', action: 'approximated' }]);
  });
});

describe('decodeTools', () => {
  it('reads a tool of type custom as a function', () => {
    const input_schema = { type: 'object' };
    expect(decodeTools([{ type: 'custom', name: 'a', input_schema, strict: true }])).toEqual([
      { kind: 'function', name: 'a', schema: { type: 'object' }, strict: true, bound: true },
    ]);
  });

  it('keeps vendor-defined tools unchanged', () => {
    const raw = { type: 'computer_toolset_20260801', configs: {} };
    expect(decodeTools([raw])).toEqual([
      { kind: 'server', name: raw.type, extras: { 'anthropic-messages': raw } },
    ]);
  });
});

describe('decodeToolChoice', () => {
  it('reads the parallel flag out of the choice', () => {
    expect(decodeToolChoice({ type: 'tool', name: 'a', disable_parallel_tool_use: true })).toEqual({
      toolChoice: { mode: 'named', name: 'a' },
      parallelToolCalls: false,
    });
    expect(decodeToolChoice(null)).toEqual({});
  });
});
