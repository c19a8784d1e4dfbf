import { describe, expect, it } from 'vitest';
import type { Tool, ToolChoice } from '../../../canonical/request.ts';
import type { Profile } from '../../../profiles/profile.ts';
import { encodeGreeting } from '../testing/requests.ts';

const tools: Tool[] = ['look', 'listen', 'touch'].map((name) => ({ kind: 'function', name }));

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
  it.each<[ToolChoice, Profile['toolChoice'], choice: unknown, names: string[]]>([
    [{ mode: 'required' }, 'required', 'required', all],
    [{ mode: 'none' }, 'required', 'none', all],
    [{ mode: 'auto' }, 'auto', 'auto', all],
    [{ mode: 'named', name: 'look' }, 'named', look, all],
    [
      { ...subset, required: true },
      'subset',
      { type: 'allowed_tools', allowed_tools: { mode: 'required', tools: [look, listen] } },
      all,
    ],
  ])('that is accepted stays as it is: %j', (wanted, accepted, choice, names) => {
    expect(encode(wanted, accepted)).toEqual({ choice, names, notes: [] });
  });

  it.each<[ToolChoice, Profile['toolChoice'], choice: unknown, names: string[] | undefined]>([
    [{ ...subset, required: true }, 'named', 'required', ['look', 'listen']],
    [{ ...subset, required: false }, 'named', 'auto', ['look', 'listen']],
    [{ mode: 'named', name: 'look' }, 'required', 'required', ['look']],
    [{ mode: 'required' }, 'auto', 'auto', all],
    [{ mode: 'named', name: 'look' }, 'auto', 'auto', ['look']],
    [{ ...subset, required: false }, 'auto', 'auto', ['look', 'listen']],
    [{ mode: 'none' }, 'auto', undefined, undefined],
  ])('becomes the nearest that is accepted: %j, where %s is', (wanted, accepted, choice, names) => {
    const sent = encode(wanted, accepted);
    expect(sent).toMatchObject({ choice, names });
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
    const many: Tool[] = Array.from({ length: 200 }, (_, at) => ({
      kind: 'function',
      name: `tool${at}`,
    }));
    const { choice, names, notes } = encode({ mode: 'named', name }, 'named', many);
    expect(choice).toMatchObject({ function: { name } });
    expect(names).toContain(name);
    expect(names?.slice(0, 127)).toEqual(many.slice(0, 127).map((tool) => tool.name));
    expect(names).toHaveLength(128);
    expect(notes).toMatchObject([{ action: 'dropped', path: 'tools' }]);
  });

  it('of an unknown tool is left out, and all tools stay', () => {
    const sent = encode({ mode: 'named', name: 'taste' }, 'required');
    expect(sent).toMatchObject({ choice: undefined, names: all });
    expect(sent.notes).toMatchObject([{ action: 'dropped', path: 'toolChoice' }]);
  });
});
