import { describe, expect, it } from 'vitest';
import type { Tool, ToolChoice } from '../../../canonical/request.ts';
import type { Profile } from '../../../profiles/profile.ts';
import { encodeGreeting } from '../testing/requests.ts';

const tools: Tool[] = ['look', 'listen', 'touch'].map((name) => ({ kind: 'function', name }));

const many: Tool[] = Array.from({ length: 200 }, (_, at) => ({
  kind: 'function',
  name: `tool${at}`,
}));

function encode(toolChoice: ToolChoice, accepted: Profile['toolChoice'], offered = tools) {
  const { body, notes } = encodeGreeting({ tools: offered, toolChoice }, { toolChoice: accepted });
  const names = body.tools?.map((tool) => ('function' in tool ? tool.function.name : ''));
  return { choice: body.tool_choice, names, notes };
}

const all = ['look', 'listen', 'touch'];
const look = { type: 'function', function: { name: 'look' } };
const listen = { type: 'function', function: { name: 'listen' } };
const subset = { mode: 'subset', names: ['look', 'listen'] } as const;

describe('a tool choice', () => {
  it.each<[ToolChoice, Profile['toolChoice'], choice: unknown]>([
    [{ mode: 'required' }, 'required', 'required'],
    [{ mode: 'none' }, 'required', 'none'],
    [{ mode: 'auto' }, 'auto', 'auto'],
    [{ mode: 'named', name: 'look' }, 'named', look],
    [
      { ...subset, required: true },
      'subset',
      { type: 'allowed_tools', allowed_tools: { mode: 'required', tools: [look, listen] } },
    ],
  ])('that is accepted stays as it is: %j', (wanted, accepted, choice) => {
    expect(encode(wanted, accepted)).toEqual({ choice, names: all, notes: [] });
  });

  it.each<[ToolChoice, Profile['toolChoice'], nearest: object]>([
    [{ ...subset, required: true }, 'named', { choice: 'required', names: ['look', 'listen'] }],
    [{ ...subset, required: false }, 'named', { choice: 'auto', names: ['look', 'listen'] }],
    [{ mode: 'named', name: 'look' }, 'required', { choice: 'required', names: ['look'] }],
    [{ mode: 'required' }, 'auto', { choice: 'auto', names: all }],
    [{ mode: 'named', name: 'look' }, 'auto', { choice: 'auto', names: ['look'] }],
    [{ ...subset, required: false }, 'auto', { choice: 'auto', names: ['look', 'listen'] }],
    [{ mode: 'none' }, 'auto', { choice: undefined, names: undefined }],
  ])('becomes the nearest that is accepted: %j, where %s is', (wanted, accepted, nearest) => {
    const sent = encode(wanted, accepted);
    expect(sent).toMatchObject(nearest);
    for (const note of sent.notes) {
      expect(note).toMatchObject({ action: 'approximated', path: 'toolChoice' });
    }
    expect(sent.notes.length).toBeGreaterThan(0);
  });

  it('of the only tool needs no note where a call of any tool can be required', () => {
    const one: Tool[] = [{ kind: 'function', name: 'look' }];
    const sent = encode({ mode: 'named', name: 'look' }, 'required', one);
    expect(sent).toEqual({ choice: 'required', names: ['look'], notes: [] });
  });

  it.each(['tool180', 'tool3'])('of %s is sent with it, however many tools there are', (name) => {
    const { choice, names, notes } = encode({ mode: 'named', name }, 'named', many);
    expect(choice).toMatchObject({ function: { name } });
    expect(names).toContain(name);
    expect(names?.slice(0, 127)).toEqual(many.slice(0, 127).map((tool) => tool.name));
    expect(names).toHaveLength(128);
    expect(notes).toMatchObject([{ action: 'dropped', path: 'tools' }]);
  });

  it('of some tools is sent with all of them, however many tools there are', () => {
    const chosen = ['tool3', 'tool150', 'tool180'];
    const { names, notes } = encode(
      { mode: 'subset', names: chosen, required: false },
      'subset',
      many,
    );
    expect(names).toEqual(expect.arrayContaining(chosen));
    expect(names).toHaveLength(128);
    expect(notes).toMatchObject([{ action: 'dropped', path: 'tools' }]);
  });

  it('of an unknown tool is left out, and all tools stay', () => {
    const sent = encode({ mode: 'named', name: 'taste' }, 'required');
    expect(sent).toMatchObject({ choice: undefined, names: all });
    expect(sent.notes).toMatchObject([{ action: 'dropped', path: 'toolChoice' }]);
  });
});
