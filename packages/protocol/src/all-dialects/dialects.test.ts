import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assembleReply } from '../canonical/assemble.ts';
import type { DialectId } from '../canonical/dialect.ts';
import { checkEvents } from '../canonical/event-lint.ts';
import type { JsonObject } from '../json/value.ts';
import type { Part } from '../canonical/part.ts';
import type { CanonicalReply } from '../canonical/reply.ts';
import type { CanonicalRequest } from '../canonical/request.ts';
import type { Codec } from '../codec.ts';
import { codecOf, codecs } from '../dialects.ts';
import type { SseFrame } from '../sse/frame.ts';
import { canonicalReply, canonicalRequest, type ReplyOptions } from '../testing/arbitraries.ts';
import { createNumberSource, streamedReply } from '../testing/event-streams.ts';
import { writeFollowUp } from '../testing/follow-up.ts';
import { lints } from '../testing/lints.ts';
import { textOfPart } from '../testing/part-text.ts';
import { assembleBody } from '../testing/stream-assembly.ts';
import { receiveRequest } from '../testing/translation.ts';
import { statefulTargets as targets } from '../testing/upstreams.ts';
import { decodeStream, encodeStream, replyTarget, sendFrames, sendJson } from '../testing/wire.ts';

const all = Object.values(codecs);
const pairs = all.flatMap((client) => all.map((upstream) => ({ client, upstream })));
const named = pairs.map((pair) => [pair.upstream.dialect, pair.client.dialect, pair] as const);
const numberSources = fc.array(fc.nat(), { minLength: 1, maxLength: 40 }).map(createNumberSource);
const runs = { numRuns: 100 };

type Pair = (typeof pairs)[number];

/** How each dialect's upstreams sign what has to come back; those of chat only want it echoed. */
const signatures: Readonly<Record<DialectId, ReplyOptions>> = {
  'openai-chat': {},
  'anthropic-messages': { vendor: 'anthropic', state: 'signature' },
  'gemini-generate': { vendor: 'google', state: 'thought' },
  'openai-responses': { vendor: 'openai', state: 'encrypted' },
};

/** Replies that both can say: some dialects give one answer only. */
function replyOptions({ client, upstream }: Pair): ReplyOptions {
  const isPlural = [client, upstream].every(({ dialect }) => pluralDialects.has(dialect));
  return { ...signatures[upstream.dialect], maxChoices: isPlural ? 3 : 1 };
}

const pluralDialects: ReadonlySet<DialectId> = new Set(['openai-chat', 'gemini-generate']);

/** What of a reply every reader must see the same way, streamed or not. */
function comparable({ id, model, choices, usage }: CanonicalReply): Partial<CanonicalReply> {
  return { id, model, choices, usage };
}

describe('codecOf', () => {
  it.each(all)('finds $dialect', (codec) => {
    expect(codecOf(codec.dialect)).toBe(codec);
  });
});

describe.each(named)('a stream from %s to %s', (_, __, pair) => {
  const { client, upstream } = pair;
  // Responses name an item before its state is there, so only whole ones show the maker's own name.
  const { state, ...unsigned } = replyOptions(pair);
  const options =
    state === 'encrypted' ? { maxChoices: 1 } : { ...unsigned, ...(state && { state }) };
  const { vendor } = targets[upstream.dialect];

  it('is valid at every point, and equals the translated whole reply', () => {
    fc.assert(
      fc.property(streamedReply(options), numberSources, ({ reply, events }, nextNumber) => {
        const sent = encodeStream(upstream, events);
        expect(lints[upstream.dialect](sent)).toEqual([]);
        const decoded = decodeStream(upstream, sendFrames(sent, nextNumber), vendor);
        expect(checkEvents(decoded)).toEqual([]);

        const written = encodeStream(client, decoded);
        expect(lints[client.dialect](sendFrames(written, nextNumber))).toEqual([]);

        const streamed = assembleReply(decodeStream(client, written, vendor));
        const body = sendJson(upstream.encodeReply(reply, replyTarget()).value);
        const whole = upstream.decodeReply(body, { vendor }).value;
        const translated = sendJson(client.encodeReply(whole, replyTarget()).value);
        expect(comparable(streamed)).toEqual(
          comparable(client.decodeReply(translated, { vendor }).value),
        );
      }),
      runs,
    );
  });

  it('ends with an error and without an end mark when it is cut anywhere', () => {
    const cuts = fc.nat({ max: 1000 });
    fc.assert(
      fc.property(streamedReply({ ...options, maxChoices: 1 }), cuts, ({ events }, cut) => {
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
      runs,
    );
  });
});

describe.each(named)('with an upstream of %s, a client of %s', (_, __, pair) => {
  const { client, upstream } = pair;
  const options = { ...replyOptions(pair), maxChoices: 1 };
  const target = targets[upstream.dialect];
  const outputs = fc.array(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 3, maxLength: 3 });

  /** What the upstream hears in the second turn, and what it should. */
  function expectReturn(
    shown: JsonObject,
    said: readonly Part[],
    results: readonly string[],
  ): void {
    const next = receive(client, writeFollowUp(client.dialect, shown, results));
    const sentBack = sendJson(upstream.encodeRequest(next, target).value.body);
    const turns = receive(upstream, sentBack).turns;
    const answered = turns.filter(({ role }) => role === 'assistant' || role === 'result');
    const calls = said.flatMap((part) => (part.type === 'call' ? [part] : []));
    expect(answered.flatMap(({ parts }) => parts).map(textOfPart)).toEqual([
      ...said.map(textOfPart),
      ...calls.map(({ id }, index) => `result ${id} text ${results[index] ?? ''}`),
    ]);
  }

  it('brings calls, results and state back to the upstream in the second turn', () => {
    fc.assert(
      fc.property(canonicalReply(options), outputs, (reply, results) => {
        const first = sendJson(upstream.encodeReply(reply, replyTarget()).value);
        const made = upstream.decodeReply(first, target).value;
        const said = made.choices[0]?.parts ?? [];
        if (said.length === 0) return;
        expectReturn(sendJson(client.encodeReply(made, replyTarget()).value), said, results);
      }),
      runs,
    );
  });

  it('brings the same back when the first reply was streamed', () => {
    fc.assert(
      fc.property(streamedReply(options), outputs, ({ events }, results) => {
        const frames = encodeStream(upstream, events).map(asNative);
        const decoded = decodeStream(upstream, frames, target.vendor);
        const said = assembleReply(decoded).choices[0]?.parts ?? [];
        if (said.length === 0) return;
        const shown = assembleBody(client.dialect, encodeStream(client, decoded));
        expectReturn(sendJson(shown), said, results);
      }),
      runs,
    );
  });

  it('expresses the same conversation in both dialects', () => {
    fc.assert(
      fc.property(canonicalRequest(), (request) => {
        const { stream } = request;
        const first = client.encodeRequest(request, targets[client.dialect]).value.body;
        const said = receive(client, sendJson(first), stream);
        const second = upstream.encodeRequest(said, target).value.body;
        const decoded = receive(upstream, sendJson(second), stream);
        expect(decoded.turns.map(({ role }) => role)).toEqual(
          request.turns.map(({ role }) => role),
        );
        expect(texts(decoded)).toEqual(texts(request));
        expect(decoded.tools.map(({ name }) => name)).toEqual(
          request.tools.map(({ name }) => name),
        );
        const hasStops = [client, upstream].every(({ dialect }) => dialect !== 'openai-responses');
        expect(decoded.stopSequences).toEqual(hasStops ? request.stopSequences : undefined);
        expect(decoded.stream).toBe(stream);
      }),
      runs,
    );
  });
});

/** State as its maker writes it: without the mark of what we have wrapped. */
function asNative({ data, ...frame }: SseFrame): SseFrame {
  return { ...frame, data: data.replaceAll('parley1.', 'sealed.') };
}

function receive(codec: Codec, body: JsonObject, stream = false): CanonicalRequest {
  return receiveRequest(codec, body, stream).value;
}

function texts({ turns }: CanonicalRequest): string[] {
  return turns.flatMap(({ parts }) => parts).map(textOfPart);
}
