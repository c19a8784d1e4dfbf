// Tests that what the encoders write is what the types of the official clients declare.
import { readFileSync, readdirSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { dialectIds, type DialectId } from '../canonical/dialect.ts';
import { GatewayError } from '../canonical/error.ts';
import type { Part } from '../canonical/part.ts';
import type { CanonicalEvent, CanonicalReply, PartHead } from '../canonical/reply.ts';
import { codecOf } from '../dialects.ts';
import { parseJson } from '../json/parse.ts';
import { isJsonObject, type JsonValue } from '../json/value.ts';
import type { SseFrame } from '../sse/frame.ts';
import { canonicalReply } from '../testing/arbitraries.ts';
import { streamedReply } from '../testing/event-streams.ts';
import { listCases, readCase } from '../testing/golden-case.ts';
import { sourceBody, sourceFrames, upstreamOf } from '../testing/golden.ts';
import { checkSamples, type OfficialType, type Sample } from '../testing/official-check.ts';
import { sendReply } from '../testing/translation.ts';
import { decodeStream, encodeStream, replyTarget } from '../testing/wire.ts';

const typesOf: Readonly<
  Record<DialectId, { readonly whole: OfficialType; readonly step: OfficialType }>
> = {
  'openai-chat': { whole: 'ChatReply', step: 'ChatChunk' },
  'anthropic-messages': { whole: 'MessagesReply', step: 'MessagesEvent' },
  'gemini-generate': { whole: 'GeminiReply', step: 'GeminiReply' },
  'openai-responses': { whole: 'ResponsesReply', step: 'ResponsesEvent' },
};

/**
 * Fields beside the official ones, by the object that holds them: those of other servers of the chat format,
 * those that the schema of Open Responses requires, and the tier that Gemini states.
 */
const extensions: ReadonlySet<string> = new Set([
  ...['message', 'delta'].flatMap((holder) =>
    ['reasoning_content', 'reasoning', 'reasoning_details', 'images'].map(
      (name) => `${holder}.${name}`,
    ),
  ),
  'delta.annotations',
  'tool_calls.extra_content',
  ...['', 'response'].flatMap((holder) =>
    ['store', 'presence_penalty', 'frequency_penalty'].map((name) => `${holder}.${name}`),
  ),
  'usageMetadata.serviceTier',
]);

/** The events that a client reads apart from the others. */
const untyped: ReadonlySet<JsonValue | undefined> = new Set(['ping', 'error']);

function withoutExtensions(value: JsonValue, holder = ''): JsonValue {
  if (Array.isArray(value)) return value.map((each) => withoutExtensions(each, holder));
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).flatMap(([name, member = null]) => {
    const isKnown = extensions.has(`${holder}.${name}`);
    return isKnown ? [] : [[name, withoutExtensions(member, name)] as const];
  });
  return Object.fromEntries(members);
}

/** What a vendor's own tools did is passed on to its own format as it came, whatever it holds. */
function isPassedOn(dialect: DialectId, part: Part | PartHead): boolean {
  return (part.type === 'server' || part.type === 'unknown') && part.dialect === dialect;
}

function samplesOfReply(dialect: DialectId, reply: CanonicalReply): Sample[] {
  const parts = reply.choices.flatMap((choice) => choice.parts);
  if (parts.some((part) => isPassedOn(dialect, part))) return [];
  const { value } = sendReply(codecOf(dialect), reply, replyTarget());
  return [{ type: typesOf[dialect].whole, value: withoutExtensions(value) }];
}

function samplesOfStream(dialect: DialectId, events: readonly CanonicalEvent[]): Sample[] {
  if (events.some((event) => event.type === 'part-start' && isPassedOn(dialect, event.part)))
    return [];
  return encodeStream(codecOf(dialect), events).flatMap((frame) => {
    const value = parseJson(frame.data);
    if (!isJsonObject(value) || untyped.has(value['type']) || 'error' in value) return [];
    return [{ type: typesOf[dialect].step, value: withoutExtensions(value) }];
  });
}

/** Values of one shape, which differ in numbers and free text alone, count as one. */
function shapeOf({ type, value }: Sample): string {
  return `${type} ${JSON.stringify(value, (_, each: unknown) => {
    if (typeof each === 'number') return 0;
    return typeof each === 'string' && !/^[A-Za-z_.]{3,40}$/.test(each) ? '' : each;
  })}`;
}

function recordedStreams(): CanonicalEvent[][] {
  const home = new URL('../../fixtures/', import.meta.url);
  return dialectIds.flatMap((dialect) => {
    const folder = new URL(`${dialect}/`, home);
    const names = readdirSync(folder).filter((name) => name.endsWith('.stream.sse'));
    return names.map((name) => {
      const frames = sourceFrames({ source: readFileSync(new URL(name, folder), 'utf8') });
      return decodeRecorded(dialect, frames);
    });
  });
}

function decodeRecorded(dialect: DialectId, frames: readonly SseFrame[]): CanonicalEvent[] {
  return decodeStream(codecOf(dialect), frames, 'acme');
}

/** The replies of the golden cases; those that are errors are left out. */
function goldenReplies(): CanonicalReply[] {
  return listCases().flatMap((name) => {
    const golden = readCase(name);
    if (golden.kind !== 'reply' && golden.kind !== 'second-turn') return [];
    const source = upstreamOf(golden, golden.dialect);
    try {
      return [codecOf(golden.dialect).decodeReply(sourceBody(golden), source).value];
    } catch (thrown) {
      if (!(thrown instanceof GatewayError)) throw thrown;
      return [];
    }
  });
}

it(
  'writes whole replies and events as the official types declare them',
  { timeout: 180_000 },
  () => {
    const replies = [...goldenReplies(), ...fc.sample(canonicalReply(), 60)];
    const streams = [
      ...recordedStreams(),
      ...fc.sample(streamedReply(), 30).map(({ events }) => events),
    ];
    const samples = dialectIds.flatMap((dialect) => [
      ...replies.flatMap((reply) => samplesOfReply(dialect, reply)),
      ...streams.flatMap((events) => samplesOfStream(dialect, events)),
    ]);
    const distinct = [...new Map(samples.map((sample) => [shapeOf(sample), sample])).values()];
    expect(new Set(distinct.map(({ type }) => type)).size).toBe(7);
    expect(checkSamples(distinct)).toEqual([]);
  },
);

it(
  'notices a missing field, a field that no client knows, and an unknown word',
  { timeout: 180_000 },
  () => {
    const samples: Sample[] = [
      { type: 'MessagesReply', value: { id: 'a', type: 'message' } },
      { type: 'GeminiReply', value: { responseId: 'a', strange: true } },
      { type: 'GeminiReply', value: { candidates: [{ finishReason: 'DONE' }] } },
    ];
    expect(checkSamples(samples)).toHaveLength(samples.length);
  },
);
