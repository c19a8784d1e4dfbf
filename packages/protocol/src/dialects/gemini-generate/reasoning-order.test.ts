// Tests that reasoning of another vendor comes back from a client in the order of the reply.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Part } from '../../canonical/part.ts';
import type { ProviderState } from '../../canonical/provider-state.ts';
import type { CanonicalReply } from '../../canonical/reply.ts';
import { replayReply } from '../../canonical/replay.ts';
import { parseJson } from '../../json/parse.ts';
import type { JsonObject, JsonValue } from '../../json/value.ts';
import { listAt, objectAt, textAt } from '../../testing/json-reading.ts';
import { tableTargets } from '../../testing/pair-table.ts';
import { translateRequest } from '../../testing/translation.ts';
import { encodeStream, replyTarget, sendJson } from '../../testing/wire.ts';
import { anthropicMessages } from '../anthropic-messages/codec.ts';
import { geminiGenerate } from './codec.ts';

const state = (data: string): ProviderState => ({ vendor: 'anthropic', kind: 'signature', data });
const think = (data: string, text = `About ${data}.`): Part => {
  return { type: 'reasoning', text, providerState: state(data) };
};
const say = (text: string): Part => ({ type: 'text', text });
const call = (id: string): Part => ({ type: 'call', id, name: 'now', arguments: '{}' });
const image: Part = {
  type: 'media',
  kind: 'image',
  source: { by: 'bytes', mediaType: 'image/png', base64: 'iVBORw0KGgo=' },
};

function replyOf(parts: readonly Part[]): CanonicalReply {
  const reason = parts.some(({ type }) => type === 'call') ? 'calls' : 'stop';
  return { choices: [{ index: 0, parts, finish: { reason } }] };
}

function partsOf(body: JsonValue | undefined): JsonObject[] {
  const content = objectAt(listAt(body, 'candidates')[0], 'content');
  return listAt(content, 'parts') as JsonObject[];
}

/** The wire parts of a reply that was not streamed. */
function whole(parts: readonly Part[]): JsonObject[] {
  return partsOf(sendJson(geminiGenerate.encodeReply(replyOf(parts), replyTarget()).value));
}

/** The wire parts of all chunks of a streamed reply. */
function streamed(parts: readonly Part[]): JsonObject[] {
  const frames = encodeStream(geminiGenerate, replayReply(replyOf(parts)));
  return frames.flatMap(({ data }) => partsOf(parseJson(data)));
}

/** What clients do with neighbouring texts before they send them back. */
function merged(parts: readonly JsonObject[]): JsonObject[] {
  const list: JsonObject[] = [];
  for (const part of parts) {
    const last = list.at(-1);
    const isMore = isText(part) && last !== undefined && isText(last) && !isSigned(last);
    if (isMore)
      list[list.length - 1] = { ...part, text: textAt(last, 'text') + textAt(part, 'text') };
    else list.push(part);
  }
  return list;
}

function isText({ text, thought }: JsonObject): boolean {
  return text !== undefined && thought !== true;
}

function isSigned({ thoughtSignature }: JsonObject): boolean {
  return thoughtSignature !== undefined;
}

function withoutThoughts(parts: readonly JsonObject[]): JsonObject[] {
  return parts.filter(({ thought }) => thought !== true);
}

/** The answer as it is decoded when the client sends it back, with neighbouring texts joined. */
function sendBack(parts: readonly JsonObject[]): Part[] {
  const contents: JsonObject[] = [
    { role: 'user', parts: [{ text: 'Well?' }] },
    { role: 'model', parts: [...parts] },
  ];
  const address = { model: 'call-name', stream: false };
  const { value } = geminiGenerate.decodeRequest({ contents }, address);
  return joinTexts(value.turns[1]?.parts ?? []);
}

function joinTexts(parts: readonly Part[]): Part[] {
  return parts.reduce<Part[]>((list, part) => {
    const last = list.at(-1);
    return part.type === 'text' && last?.type === 'text'
      ? [...list.slice(0, -1), say(last.text + part.text)]
      : [...list, part];
  }, []);
}

const ways = [
  ['whole', whole],
  ['streamed', streamed],
] as const;

describe.each(ways)('reasoning in a reply that is %s', (_, write) => {
  it.each([
    [[think('1'), say('Let me look.'), think('2'), call('a')]],
    [[think('1'), call('a'), think('2'), call('b')]],
    [[say('Sure.'), think('1'), call('a')]],
    [[say('Sure.'), think('1'), say('Done.'), think('2')]],
    [[say('See.'), image, think('1'), say('A bridge.'), call('a')]],
    [[think('1'), think('2', ''), call('a'), say('One.'), think('3'), say('Two.'), call('b')]],
  ])('comes back in its place %#', (parts) => {
    for (const sent of [write(parts), merged(write(parts)), withoutThoughts(write(parts))]) {
      expect(sendBack(sent)).toEqual(joinTexts(parts));
    }
  });

  it('comes back in its place, whatever it stands between', () => {
    const part = fc.nat({ max: 99 }).chain((n) => {
      const name = String(n);
      return fc.constantFrom(think(name), think(name, ''), say(`Say ${name}. 🚋`), call(name));
    });
    const reply = fc.uniqueArray(part, {
      maxLength: 8,
      selector: (each) => (each.type === 'call' ? each.id : each),
    });
    fc.assert(
      fc.property(reply, (parts) => {
        const sent = write(parts);
        const said = parts.length === 0 ? [] : joinTexts(parts);
        expect(sendBack(sent)).toEqual(said);
        expect(sendBack(withoutThoughts(merged(sent)))).toEqual(said);
      }),
    );
  });
});

describe('reasoning between parts that the client changed', () => {
  const parts = whole([think('1'), say('Let me look.'), think('2'), say('Here.'), call('a')]);
  const states = (sent: readonly JsonObject[]) =>
    sendBack(sent).flatMap((part) => {
      return part.type === 'reasoning' ? [part.providerState?.data ?? 'left out'] : [];
    });

  it('loses its state, unless it starts the reply', () => {
    expect(states(parts)).toEqual(['1', '2']);
    const shorter = parts.map((part) => (part['text'] === 'Here.' ? { text: 'He' } : part));
    expect(states(shorter)).toEqual(['1', 'left out']);
    expect(states(parts.filter(({ text }) => text === undefined))).toEqual(['1', 'left out']);
  });

  it('keeps its place without the reasoning that the client removed', () => {
    expect(states(withoutThoughts(parts))).toEqual(['1', '2']);
  });

  it('is left out of the next request, with a note', () => {
    const sent = parts.filter(({ text }) => text === undefined);
    const contents = [
      { role: 'user', parts: [{ text: 'Well?' }] },
      { role: 'model', parts: sent },
      { role: 'user', parts: [{ text: 'Go on.' }] },
    ];
    const upstream = {
      codec: anthropicMessages,
      target: { ...tableTargets['anthropic-messages'], vendor: 'anthropic' },
    };
    const { value, notes } = translateRequest(geminiGenerate, { contents }, upstream);
    expect(value.body['messages']).toMatchObject([
      { role: 'user' },
      { role: 'assistant', content: [{ signature: '1' }, { type: 'tool_use' }] },
      { role: 'user' },
    ]);
    expect(notes).toContainEqual(
      expect.objectContaining({ path: 'turns[1].parts[2]', action: 'dropped' }),
    );
  });
});
