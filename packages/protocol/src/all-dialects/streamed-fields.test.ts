import { isDeepStrictEqual } from 'node:util';
import { expect, it } from 'vitest';
import { dialectIds, type DialectId } from '../canonical/dialect.ts';
import { parseJson } from '../json/parse.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../json/value.ts';
import { listCases, readCase } from '../testing/golden-case.ts';
import { sourceBody } from '../testing/golden.ts';
import { listAt, objectAt, textAt } from '../testing/json-reading.ts';
import { collectors } from '../testing/official-collectors.ts';
import { listVariants } from '../testing/official-variants.ts';
import { plainReplies, writeMessage } from '../testing/probes/probe.ts';
import { replyProbes } from '../testing/probes/replies.ts';
import { hi, outputText, responseCall } from '../testing/probes/reply-parts.ts';
import { writeReplyStream } from '../testing/reply-streams.ts';
import { translateReply } from '../translate/reply.ts';
import { createStreamTranslator } from '../translate/stream.ts';

const facts = { id: 'x7', now: () => 1_790_000_000_000, model: 'call-name' };
const variantsOf = listVariants('replies');

interface Sample {
  readonly label: string;
  readonly reply: JsonObject;
}

const officialTypes: Readonly<Record<DialectId, string>> = {
  'openai-chat': 'ChatReply',
  'anthropic-messages': 'MessagesReply',
  'gemini-generate': 'GeminiReply',
  'openai-responses': 'ResponsesReply',
};

const urls = ['https://a.example/', 'https://b.example/'];

/** Two texts, each with a source of its own, and a call. */
const citedTwice: Readonly<Partial<Record<DialectId, JsonObject>>> = {
  'anthropic-messages': {
    content: [
      ...urls.map((url) => {
        const source = { url, title: 'A', cited_text: 'Hello', encrypted_index: 'Eo8B' };
        return { ...hi, citations: [{ type: 'web_search_result_location', ...source }] };
      }),
      { type: 'tool_use', id: 'c1', name: 'f', input: {} },
    ],
    stop_reason: 'tool_use',
  },
  'openai-responses': {
    output: [
      ...urls.map((url) => {
        const source = { url, title: 'A', start_index: 0, end_index: 2 };
        return writeMessage(outputText({ annotations: [{ type: 'url_citation', ...source }] }));
      }),
      responseCall('c1', 'f'),
    ],
  },
};

/** One reply for each field of the official type, those of the table of translations, and the golden ones. */
function samplesOf(from: DialectId): Sample[] {
  const variants = (variantsOf.get(officialTypes[from]) ?? []).map(({ label, value }) => {
    return { label, reply: completeReply(from, value) };
  });
  const probes = replyProbes.probes.map(({ feature, bodies }) => {
    return { label: feature, reply: { ...plainReplies[from], ...bodies[from] } };
  });
  const golden = listCases()
    .map(readCase)
    .filter(({ kind, dialect }) => kind === 'reply' && dialect === from);
  return [
    ...variants,
    ...probes,
    { label: 'citations of two texts', reply: { ...plainReplies[from], ...citedTwice[from] } },
    ...golden.map((each) => ({ label: each.name, reply: objectOf(sourceBody(each)) })),
  ];
}

const choiceLists: ReadonlyMap<DialectId, string> = new Map([
  ['openai-chat', 'choices'],
  ['gemini-generate', 'candidates'],
]);

/** States what every whole reply has, and numbers its only choice from 0. A blocked prompt has no candidates. */
function completeReply(from: DialectId, value: JsonValue): JsonObject {
  const whole = { ...plainReplies[from], ...objectOf(value) };
  const list = choiceLists.get(from);
  if (list === undefined) return whole;
  if (textAt(objectAt(value, 'promptFeedback'), 'blockReason') !== '') {
    return { ...whole, [list]: [] };
  }
  const [usual] = listAt(plainReplies[from], list);
  const choices = listAt(whole, list).map((each) => {
    return { ...objectOf(usual), ...objectOf(each), index: 0 };
  });
  return { ...whole, [list]: choices };
}

function objectOf(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** The translated stream of a reply; `undefined` if it fails. */
function streamReply(reply: JsonObject, from: DialectId, to: DialectId): string | undefined {
  const translator = createStreamTranslator({ from, to, ...facts });
  const stream = translator.push(writeReplyStream(from, reply)) + translator.end();
  return translator.state === 'failed' ? undefined : stream;
}

/** What the official client makes of a stream. */
async function collect(stream: string | undefined, to: DialectId): Promise<JsonValue | undefined> {
  if (stream === undefined) return undefined;
  const headers = { 'content-type': 'text/event-stream' };
  const collected = await collectors[to](async () => new Response(stream, { headers }));
  return simplify(parseJson(JSON.stringify(collected)) ?? null);
}

/** The translated whole reply; `undefined` if it is an error. */
function wholeReply(reply: JsonObject, from: DialectId, to: DialectId): JsonValue | undefined {
  const { error, json } = translateReply(reply, { from, to, ...facts });
  return error === undefined ? simplify(parseJson(json) ?? null) : undefined;
}

/** Fields that the official clients add, or do not collect. */
const uncollected: ReadonlySet<string> = new Set([
  ...['object', 'created', 'output_text', 'parsed', 'parsed_arguments', 'output_parsed'],
  // A stream numbers what a whole reply has in a list.
  'index',
  // The client knows no reasoning and keeps the last piece of it.
  'reasoning_content',
  // The client takes it from the start of a message, before the upstream has counted.
  'cache_creation',
]);

/** A reply without what states nothing. */
function simplify(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return joinTexts(value.map(simplify));
  if (!isJsonObject(value)) return value;
  const stated = Object.entries(value).flatMap(([name, member]) => {
    if (uncollected.has(name)) return [];
    const inner = simplify(member ?? null);
    const isEmpty = inner === null || inner === '' || (Array.isArray(inner) && inner.length === 0);
    // The client of Gemini renames what the service calls otherwise.
    const known = name === 'citationSources' ? 'citations' : name;
    return isEmpty ? [] : [[known, inner] as const];
  });
  return Object.fromEntries(stated);
}

/** Joins the parts of one text, which a Gemini stream has in pieces. */
function joinTexts(parts: readonly JsonValue[]): JsonValue[] {
  const joined: JsonValue[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    const goesOn = isTextPart(last) && isTextPart(part) && last['thought'] === part['thought'];
    if (!goesOn) joined.push(part);
    else
      joined.splice(-1, 1, { ...last, ...part, text: textAt(last, 'text') + textAt(part, 'text') });
  }
  return joined;
}

const textFields: ReadonlySet<string> = new Set(['text', 'thought', 'thoughtSignature']);

function isTextPart(part: JsonValue | undefined): part is JsonObject {
  return (
    isJsonObject(part) && 'text' in part && Object.keys(part).every((name) => textFields.has(name))
  );
}

/** Samples of which a stream says less, with a note: in Messages, no signature can follow the last text. */
const noted: ReadonlySet<string> = new Set([
  '.candidates[].content.parts[].thoughtSignature=sample_thoughtSignature',
]);

const pairs = dialectIds.flatMap((from) =>
  dialectIds.filter((to) => to !== from).map((to) => [from, to] as const),
);

it.each(pairs)('%s to %s: a stream says what the whole reply says', async (from, to) => {
  const samples = samplesOf(from);
  const compared = new Set<string>();
  const different: object[] = [];
  for (const { label, reply } of samples) {
    const [whole, stream] = [wholeReply(reply, from, to), streamReply(reply, from, to)];
    const pair = JSON.stringify([whole, stream]);
    if (compared.has(pair) || noted.has(label)) continue;
    compared.add(pair);
    const streamed = await collect(stream, to);
    if (!isDeepStrictEqual(streamed, whole)) different.push({ label, whole, streamed });
  }
  expect(samples.length).toBeGreaterThan(100);
  expect(different).toEqual([]);
});
