// Generators of texts, parts and turns for property tests.
import * as fc from 'fast-check';
import type { Finish, CanonicalReply, Choice } from '../canonical/reply.ts';
import type { JsonObject } from '../json/value.ts';
import type { ProviderState } from '../canonical/provider-state.ts';
import type { CallPart, Part, ReasoningPart, TextPart } from '../canonical/part.ts';
import type { CanonicalRequest, FunctionTool, Turn } from '../canonical/request.ts';
import { noUsage, type Usage } from '../canonical/usage.ts';
import { createExactNumber, writeJson, type ExactNumber } from '../json/exact-number.ts';

/** Any well-formed text, including empty text. */
function anyText(): fc.Arbitrary<string> {
  return fc.string({ unit: 'grapheme', maxLength: 12 });
}

/** Text that is never blank and has no white space at its ends, which some dialects trim. */
export function visibleText(): fc.Arbitrary<string> {
  return anyText().map((text) => `a${text}z`);
}

/** A name that is valid in every dialect. */
export function legalName(): fc.Arbitrary<string> {
  return fc.stringMatching(/^[a-zA-Z_][a-zA-Z0-9_-]{0,15}$/);
}

/** An integer with more digits than a double can represent, as text. */
export function longInteger(): fc.Arbitrary<ExactNumber> {
  const digits = fc.bigInt({ min: 2n ** 53n + 1n, max: 2n ** 70n }).map((value) => value | 1n);
  return fc.tuple(digits, fc.boolean()).map(([value, isNegative]) => {
    return createExactNumber(String(isNegative ? -value : value));
  });
}

/** Raw JSON text of an object, formatted as `JSON.stringify` does, so that parsing keeps every character. */
export function callArguments(): fc.Arbitrary<string> {
  const value = fc.oneof(
    { weight: 3, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
    longInteger(),
    fc.array(longInteger(), { maxLength: 2 }),
  );
  return fc
    .dictionary(legalName(), value, { maxKeys: 3, noNullPrototype: true })
    .map((fields) => writeJson(fields));
}

/** A count in each bucket that every dialect can report. */
export function usage(): fc.Arbitrary<Usage> {
  const count = fc.nat({ max: 100_000 });
  return fc
    .record({ input: count, cacheRead: count, output: count })
    .map((counts) => ({ ...noUsage, ...counts }));
}

function textPart(): fc.Arbitrary<TextPart> {
  return visibleText().map((text) => ({ type: 'text', text }));
}

type UnnumberedCall = Omit<CallPart, 'id'>;

function call(): fc.Arbitrary<UnnumberedCall> {
  return fc.record({ type: fc.constant('call'), name: legalName(), arguments: callArguments() });
}

function numbered(calls: readonly UnnumberedCall[], start: number): CallPart[] {
  return calls.map((part, index) => ({ ...part, id: `call_${start + index}` }));
}

/** The kind of provider state that an upstream returns, in its own dialect. */
export type StateKind = 'signature' | 'encrypted' | 'thought';

export interface ReplyOptions {
  /** Maximum number of choices; 1 by default. */
  readonly maxChoices?: number;
  /** The vendor that signs the reasoning; none by default. */
  readonly vendor?: string;
  /** The kind of state; a signature by default. A `thought` also signs the first call. */
  readonly state?: StateKind;
}

function providerStateOf(
  { vendor = '', state = 'signature' }: ReplyOptions,
  seal: string,
): ProviderState {
  const item = { id: `rs_${seal}`, encrypted_content: seal };
  return { vendor, kind: state, data: state === 'encrypted' ? JSON.stringify(item) : seal };
}

function reasoningPart(options: ReplyOptions): fc.Arbitrary<ReasoningPart> {
  return fc.tuple(visibleText(), legalName()).map(([text, seal]) => ({
    type: 'reasoning',
    text,
    ...(options.vendor !== undefined && { providerState: providerStateOf(options, seal) }),
  }));
}

/** Adds state to the first call of a reply, if calls have state. */
function signCalls(calls: readonly CallPart[], options: ReplyOptions): CallPart[] {
  const [first, ...others] = calls;
  if (first === undefined || options.state !== 'thought') return [...calls];
  return [{ ...first, providerState: providerStateOf(options, first.name) }, ...others];
}

const silentFinishes: readonly Finish[] = [
  { reason: 'stop' },
  { reason: 'length' },
  { reason: 'filter' },
];

/** A reply in the order in which models generate: reasoning, then text, then calls. */
function choice(options: ReplyOptions): fc.Arbitrary<Omit<Choice, 'index'>> {
  const maybe = <Kind extends Part>(part: fc.Arbitrary<Kind>) => fc.array(part, { maxLength: 1 });
  return fc
    .record({
      thinking: maybe(reasoningPart(options)),
      text: maybe(textPart()),
      calls: fc.array(call(), { maxLength: 3 }),
      silent: fc.constantFrom(...silentFinishes),
    })
    .map(({ thinking, text, calls, silent }) => ({
      parts: [...thinking, ...text, ...signCalls(numbered(calls, 0), options)],
      finish: calls.length > 0 ? { reason: 'calls' } : silent,
    }));
}

/** A whole reply that a stream and every dialect can express. */
export function canonicalReply(options: ReplyOptions = {}): fc.Arbitrary<CanonicalReply> {
  return fc
    .record({
      id: legalName(),
      model: legalName(),
      choices: fc.array(choice(options), { minLength: 1, maxLength: options.maxChoices ?? 1 }),
      usage: usage(),
    })
    .map((reply) => ({
      ...reply,
      choices: reply.choices.map((each, index) => ({ ...each, index })),
    }));
}

function tool(): fc.Arbitrary<FunctionTool> {
  const schema: JsonObject = { type: 'object', properties: { city: { type: 'string' } } };
  return fc.record(
    {
      kind: fc.constant('function'),
      name: legalName(),
      description: visibleText(),
      schema: fc.constant(schema),
    },
    { requiredKeys: ['kind', 'name', 'schema'], noNullPrototype: true },
  );
}

function talk(role: 'instruction' | 'user' | 'assistant'): fc.Arbitrary<Turn> {
  return textPart().map((part) => ({ role, parts: [part] }));
}

interface Round {
  readonly text: readonly TextPart[];
  readonly calls: readonly UnnumberedCall[];
  readonly results: readonly TextPart[];
}

/** An assistant turn with tool calls, and one result for each call. */
function round(): fc.Arbitrary<Round> {
  return fc.record({
    text: fc.array(textPart(), { maxLength: 1 }),
    calls: fc.array(call(), { minLength: 1, maxLength: 3 }),
    results: fc.array(textPart(), { minLength: 3, maxLength: 3 }),
  });
}

function toTurns({ text, calls, results }: Round, start: number): Turn[] {
  const parts = numbered(calls, start);
  const answers = parts.map(({ id }, index): Turn => {
    const content = results.slice(index, index + 1);
    return { role: 'result', parts: [{ type: 'result', callId: id, content }] };
  });
  return [{ role: 'assistant', parts: [...text, ...parts] }, ...answers];
}

/** A valid conversation that ends with a user turn or with results. */
export function conversation(): fc.Arbitrary<Turn[]> {
  return fc
    .record({
      instructions: fc.array(talk('instruction'), { maxLength: 1 }),
      exchanges: fc.array(fc.tuple(talk('user'), talk('assistant')), { maxLength: 2 }),
      question: talk('user'),
      rounds: fc.array(round(), { maxLength: 2 }),
    })
    .map(({ instructions, exchanges, question, rounds }) => [
      ...instructions,
      ...exchanges.flat(),
      question,
      ...rounds.flatMap((each, index) => toTurns(each, index * 3)),
    ]);
}

/** A request that every dialect can express. */
export function canonicalRequest(): fc.Arbitrary<CanonicalRequest> {
  return fc.record(
    {
      model: legalName(),
      stream: fc.boolean(),
      includeUsage: fc.constant(true),
      turns: conversation(),
      tools: fc.uniqueArray(tool(), { maxLength: 3, selector: ({ name }) => name }),
      maxOutputTokens: fc.integer({ min: 1, max: 100_000 }),
      stopSequences: fc.array(visibleText(), { minLength: 1, maxLength: 4 }),
      sampling: fc.record(
        { temperature: fc.constantFrom(0, 0.25, 1) },
        { requiredKeys: [], noNullPrototype: true },
      ),
      user: legalName(),
    },
    {
      requiredKeys: ['model', 'stream', 'includeUsage', 'turns', 'tools', 'sampling'],
      noNullPrototype: true,
    },
  );
}
