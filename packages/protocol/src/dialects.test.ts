import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assembleReply } from './canonical/assemble.ts';
import type { DialectId } from './canonical/dialect.ts';
import { checkEvents } from './canonical/event-lint.ts';
import { isJsonObject, type JsonObject, type JsonValue } from './canonical/json.ts';
import type { Part } from './canonical/part.ts';
import type { CanonicalReply } from './canonical/reply.ts';
import type { CanonicalRequest } from './canonical/request.ts';
import type { Codec, RequestTarget } from './codec.ts';
import { codecOf, codecs } from './dialects.ts';
import { lintStream as lintMessagesStream } from './dialects/anthropic-messages/lint.ts';
import { lintChatStream } from './dialects/openai-chat/lint.ts';
import { guessProfile } from './profiles.ts';
import type { SseFrame } from './sse/frame.ts';
import { canonicalReply, canonicalRequest, type ReplyOptions } from './testing/arbitraries.ts';
import { createDice, toldReply } from './testing/event-streams.ts';
import { decodeStream, encodeStream, replyTarget, sendFrames, sendJson } from './testing/wire.ts';

/** An upstream of each dialect whose reasoning has to come back. */
const targets: Record<DialectId, RequestTarget> = {
  'openai-chat': {
    model: 'deepseek-reasoner',
    vendor: 'deepseek',
    profile: guessProfile('deepseek-reasoner'),
  },
  'anthropic-messages': {
    model: 'claude-opus-4-5',
    vendor: 'anthropic',
    profile: guessProfile('claude-opus-4-5'),
  },
};

const lints: Record<DialectId, (frames: readonly SseFrame[]) => string[]> = {
  'openai-chat': lintChatStream,
  'anthropic-messages': lintMessagesStream,
};

const all = Object.values(codecs);
const pairs = all.flatMap((client) => all.map((upstream) => ({ client, upstream })));
const named = pairs.map((pair) => [pair.upstream.dialect, pair.client.dialect, pair] as const);
const dices = fc.array(fc.nat(), { minLength: 1, maxLength: 40 }).map(createDice);

/** Replies that both can say: signed thinking from a messages upstream, many choices in chat only. */
function replyOptions({ client, upstream }: (typeof pairs)[number]): ReplyOptions {
  if (upstream.dialect === 'anthropic-messages') return { vendor: 'anthropic' };
  return { maxChoices: client.dialect === 'openai-chat' ? 3 : 1 };
}

/** What of a reply every reader must see the same way, streamed or not. */
function essence({ id, model, choices, usage }: CanonicalReply): Partial<CanonicalReply> {
  return { id, model, choices, usage };
}

describe('codecOf', () => {
  it.each(all)('finds $dialect', (codec) => {
    expect(codecOf(codec.dialect)).toBe(codec);
  });
});

describe.each(named)('a stream from %s to %s', (_, __, pair) => {
  const { client, upstream } = pair;
  const options = replyOptions(pair);
  const { vendor } = targets[upstream.dialect];

  it('is sound in the middle and at the end, and tells what the whole reply tells', () => {
    fc.assert(
      fc.property(toldReply(options), dices, ({ reply, events }, dice) => {
        const arrived = sendFrames(encodeStream(upstream, events), dice);
        const decoded = decodeStream(upstream, arrived, vendor);
        expect(checkEvents(decoded)).toEqual([]);

        const written = encodeStream(client, decoded);
        expect(lints[client.dialect](sendFrames(written, dice))).toEqual([]);

        const streamed = assembleReply(decodeStream(client, written, vendor));
        const body = sendJson(upstream.encodeReply(reply, replyTarget()).value);
        const whole = upstream.decodeReply(body, { vendor }).value;
        const translated = sendJson(client.encodeReply(whole, replyTarget()).value);
        expect(essence(streamed)).toEqual(
          essence(client.decodeReply(translated, { vendor }).value),
        );
      }),
      { numRuns: 200 },
    );
  });

  it('ends with an error and without an end mark when it is cut anywhere', () => {
    const cuts = fc.nat({ max: 1000 });
    fc.assert(
      fc.property(toldReply({ ...options, maxChoices: 1 }), cuts, ({ events }, cut) => {
        const frames = encodeStream(upstream, events);
        // The last records of a stream may only repeat that it is complete.
        const some = frames.slice(0, cut % Math.max(1, frames.length - 2));
        const decoded = decodeStream(upstream, some, vendor);
        expect(decoded.at(-1)?.type).toBe('failure');
        expect(decoded.some(({ type }) => type === 'finish' || type === 'reply-end')).toBe(false);
        const written = encodeStream(client, decoded);
        expect(lints[client.dialect](written)).toEqual([]);
        expect(decodeStream(client, written, vendor).at(-1)?.type).toBe('failure');
      }),
      { numRuns: 200 },
    );
  });
});

describe.each(named)('with an upstream of %s, a client of %s', (_, __, pair) => {
  const { client, upstream } = pair;
  const options = replyOptions(pair);
  const target = targets[upstream.dialect];

  it('brings calls, results and state back to the upstream in the second turn', () => {
    const outputs = fc.array(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 3, maxLength: 3 });
    fc.assert(
      fc.property(canonicalReply(options), outputs, (reply, results) => {
        const first = sendJson(upstream.encodeReply(reply, replyTarget()).value);
        const [choice] = upstream.decodeReply(first, target).value.choices;
        if (choice === undefined || choice.parts.length === 0) return;
        const shown = sendJson(
          client.encodeReply({ ...reply, choices: [choice] }, replyTarget()).value,
        );
        const echoed = echo(client.dialect, shown, results);
        const request = receive(client, echoed);
        const second = receive(
          upstream,
          sendJson(upstream.encodeRequest(request, target).value.body),
        );
        const turns = second.turns.filter(({ role }) => role === 'assistant' || role === 'result');
        const answered = choice.parts.filter(({ type }) => type === 'call').length;
        expect(turns.flatMap(({ parts }) => parts).map(wordsOf)).toEqual([
          ...choice.parts.map(wordsOf),
          ...results.slice(0, answered).map((output) => `result ${output}`),
        ]);
      }),
      { numRuns: 200 },
    );
  });

  it('says the same conversation in both dialects', () => {
    fc.assert(
      fc.property(canonicalRequest(), (request) => {
        const said = receive(
          client,
          sendJson(client.encodeRequest(request, targets[client.dialect]).value.body),
        );
        const encoded = upstream.encodeRequest(said, target);
        const heard = receive(upstream, sendJson(encoded.value.body));
        expect(heard.turns.map(({ role }) => role)).toEqual(request.turns.map(({ role }) => role));
        const words = (turns: CanonicalRequest['turns']) =>
          turns.flatMap(({ parts }) => parts).map(wordsOf);
        expect(words(heard.turns)).toEqual(words(request.turns));
        expect(heard.tools.map(({ name }) => name)).toEqual(request.tools.map(({ name }) => name));
        expect(heard.stopSequences).toEqual(request.stopSequences);
        expect(heard.stream).toBe(request.stream);
      }),
      { numRuns: 200 },
    );
  });
});

function receive(codec: Codec, body: JsonObject): CanonicalRequest {
  codec.checkRequest(body);
  return codec.decodeRequest(body).value;
}

/** A part as words, without what a dialect may spell in its own way. */
function wordsOf(part: Part): string {
  switch (part.type) {
    case 'call':
      return `call ${part.id} ${part.name} ${part.arguments}`;
    case 'result':
      return `result ${part.content.map((each) => (each.type === 'text' ? each.text : '')).join('')}`;
    case 'reasoning': {
      const state = part.opaque?.kind === 'signature' ? part.opaque : undefined;
      return `reasoning ${part.text} ${state?.vendor ?? ''} ${state?.data ?? ''}`;
    }
    case 'text':
    case 'refusal':
      return `text ${part.text}`;
    default:
      return part.type;
  }
}

/** The next request of a plain client: it sends the answer back as it came, and the results. */
function echo(dialect: DialectId, reply: JsonObject, results: readonly string[]): JsonObject {
  const question: JsonObject = { role: 'user', content: 'Go on.' };
  if (dialect === 'openai-chat') {
    const message = objectAt(listAt(reply, 'choices')[0], 'message');
    const answers = listAt(message, 'tool_calls').map((call, index): JsonObject => {
      const id = isJsonObject(call) ? call['id'] : undefined;
      return { role: 'tool', tool_call_id: id, content: results[index] };
    });
    return { model: 'call-name', messages: [question, message, ...answers] };
  }
  const content = listAt(reply, 'content');
  const calls = content.filter((block) => isJsonObject(block) && block['type'] === 'tool_use');
  const answers = calls.map((call, index): JsonObject => {
    const id = isJsonObject(call) ? call['id'] : undefined;
    return { type: 'tool_result', tool_use_id: id, content: results[index] };
  });
  const next: JsonObject[] = [question, { role: 'assistant', content }];
  if (answers.length > 0) next.push({ role: 'user', content: answers });
  return { model: 'call-name', max_tokens: 100, messages: next };
}

function objectAt(value: JsonValue | undefined, name: string): JsonObject {
  const member = isJsonObject(value) ? value[name] : undefined;
  return isJsonObject(member) ? member : {};
}

function listAt(value: JsonObject, name: string): JsonValue[] {
  const member = value[name];
  return Array.isArray(member) ? member : [];
}
