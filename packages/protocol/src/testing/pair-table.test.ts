import { describe, expect, it } from 'vitest';
import type { Codec } from '../codec.ts';
import { codecs } from '../dialects.ts';
import { tabulate } from './pair-table.ts';
import type { ProbeGroup } from './probes/probe.ts';

const chat = codecs['openai-chat'];

/** A codec without a form of the answer, which it notes or not. */
function withoutFormat(isNoted: boolean): Codec {
  return {
    ...chat,
    encodeRequest: ({ outputFormat, ...request }, target) => {
      const { value, notes } = chat.encodeRequest(request, target);
      const note = {
        path: 'outputFormat',
        action: 'dropped',
        reason: 'There is no form.',
      } as const;
      return { value, notes: isNoted && outputFormat !== undefined ? [...notes, note] : notes };
    },
  };
}

const group: ProbeGroup = {
  title: 'Replies',
  kind: 'request',
  probes: [
    {
      feature: 'a detail of the form',
      omitted: { 'openai-chat': format({}) },
      bodies: { 'openai-chat': format({ minLength: 1 }) },
    },
  ],
};

function format(schema: Readonly<Record<string, number>>) {
  const form = { name: 'f', schema: { type: 'string', ...schema } };
  return { response_format: { type: 'json_schema', json_schema: form } };
}

describe('tabulate', () => {
  it('fails when something is lost without a note', () => {
    expect(() => tabulate(group, chat, withoutFormat(false))).toThrow('a detail of the form');
  });

  it('counts a detail as lost when a note reports its parent as lost', () => {
    expect(tabulate(group, chat, withoutFormat(true))).toEqual([
      { feature: 'a detail of the form', outcome: 'lost', reasons: ['There is no form.'] },
    ]);
  });
});
