// Finds the top-level fields of JSON text, so that passthrough can replace their values.
import { GatewayError } from '../canonical/error.ts';
import { isSpace, skipSpace, stringEnd } from './cursor.ts';
import { mayHoldExactNumber } from './exact-number.ts';

/** The range of a value in JSON text: `text.slice(start, end)`. */
export interface JsonSpan {
  readonly start: number;
  readonly end: number;
}

/** The top-level fields of a JSON object, found without building it. */
export interface JsonScan {
  /** The range of each top-level field's value, by its decoded name, in the order of the text. */
  readonly fields: ReadonlyMap<string, JsonSpan>;
  /** Offset after the opening brace, where a new field can be inserted. */
  readonly open: number;
  /** False if no number in the text can be one that a double changes. */
  readonly mayHoldExactNumber: boolean;
}

/** Maximum nesting depth of objects and arrays, including the outermost. */
export const maxDepth = 128;

/** Maximum number of top-level fields that are looked for; a request has about fifty, and each costs time later. */
const maxFields = 1_000;

/**
 * Fields that determine what a request costs and does, in every dialect, and those within Gemini's
 * `generationConfig`. Some parsers ignore the case of names, so `Model` beside `model` could mean one thing here and
 * another to the upstream.
 */
const decidingNames = [
  ...['model', 'models', 'fallbacks', 'stream', 'stream_options', 'n', 'best_of'],
  ...['tools', 'tool_choice', 'functions', 'function_call', 'mcp_servers', 'max_tool_calls'],
  ...['max_tokens', 'max_completion_tokens', 'max_output_tokens', 'web_search_options'],
  ...['messages', 'system', 'input', 'instructions', 'prompt', 'suffix', 'prediction', 'contents'],
  ...['previous_response_id', 'conversation', 'background', 'store', 'container'],
  ...['service_tier', 'modalities', 'reasoning', 'reasoning_effort', 'thinking'],
];

/** Google's JSON accepts each of these in snake case, too. */
const googleNames = [
  ...['systemInstruction', 'cachedContent', 'toolConfig', 'serviceTier', 'generationConfig'],
  ...['maxOutputTokens', 'candidateCount', 'thinkingConfig', 'responseModalities'],
];

/** The other spelling of each of Google's names. */
const otherSpellings = new Map(
  googleNames.flatMap((name) => {
    const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    return [[name, snake] as const, [snake, name] as const];
  }),
);

/** How each deciding name is written, by its letters in lower case. */
const spellings = new Map(
  [...decidingNames, ...otherSpellings.keys()].map((name) => [name.toLowerCase(), name]),
);

const quote = 0x22;
const comma = 0x2c;
const point = 0x2e;
const colon = 0x3a;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** What is looked for in a text. */
export interface ScanOptions {
  /** Maximum nesting depth of the values, 128 by default; an upstream's reply may be nested deeper than a request. */
  readonly deepest?: number;
  /** Finds only the fields of these names; all by default. */
  readonly only?: Readonly<Record<string, unknown>>;
}

/**
 * Finds the top-level fields of a JSON object in one pass, without recursion and without building values. It
 * guards `JSON.parse`, which must run after it: text that is not JSON may be accepted here, but for valid
 * JSON every range is correct.
 * @throws GatewayError `invalid-request` if the text is not an object, is nested too deeply, has too many
 *   fields, or a name that is looked for twice, also in both of Google's spellings, or a deciding name in another case.
 */
export function scanObject(text: string, { deepest = maxDepth, only }: ScanOptions = {}): JsonScan {
  const fields = new Map<string, JsonSpan>();
  const source = { text, deepest, only, mayHoldExactNumber: false };
  const open = expect(text, skipSpace(text, 0), openBrace);
  let at = skipSpace(text, open);
  if (text.charCodeAt(at) !== closeBrace) at = scanMembers(source, at, fields);
  if (skipSpace(text, at + 1) !== text.length) throw malformed();
  return { fields, open, mayHoldExactNumber: source.mayHoldExactNumber };
}

interface Source {
  readonly text: string;
  readonly deepest: number;
  readonly only: ScanOptions['only'];
  mayHoldExactNumber: boolean;
}

/** Reads members from the first one; returns the offset of the closing brace. */
function scanMembers(source: Source, first: number, fields: Map<string, JsonSpan>): number {
  const { text, only } = source;
  for (let at = first; ; at = skipSpace(text, at + 1)) {
    const nameEnd = endOfString(text, expect(text, at, quote) - 1);
    const name = decodeName(text.slice(at, nameEnd));
    const start = skipSpace(text, expect(text, skipSpace(text, nameEnd), colon));
    const end = endOfValue(source, start);
    if (only === undefined || Object.hasOwn(only, name)) addField(fields, name, { start, end });
    at = skipSpace(text, end);
    if (text.charCodeAt(at) === closeBrace) return at;
    expect(text, at, comma);
  }
}

function addField(fields: Map<string, JsonSpan>, name: string, span: JsonSpan): void {
  if (fields.has(name) || fields.has(otherSpellings.get(name) ?? name)) {
    throw badField(name, 'is given twice', 'repeated_field');
  }
  const spelling = spellings.get(withoutCase(name));
  if (spelling !== undefined && spelling !== name) {
    throw badField(name, `must be written '${spelling}'`, 'misspelt_field');
  }
  if (fields.size === maxFields) throw tooManyFields();
  fields.set(name, span);
}

function badField(name: string, fault: string, reason: string): GatewayError {
  const param = name.slice(0, 64);
  const message = `The field '${param}' ${fault}.`;
  return new GatewayError('invalid-request', message, { reason, param });
}

/** Upper case comes first because it alone folds the long s, and lower case alone the Kelvin sign. */
function withoutCase(name: string): string {
  if (/^[a-z_]*$/.test(name)) return name;
  return name.length > 32 ? name : name.toUpperCase().toLowerCase();
}

function decodeName(literal: string): string {
  if (!literal.includes('\\')) return literal.slice(1, -1);
  try {
    return String(JSON.parse(literal));
  } catch {
    throw malformed();
  }
}

function endOfValue(source: Source, start: number): number {
  const { text } = source;
  const code = text.charCodeAt(start);
  if (code === quote) return endOfString(text, start);
  if (code === openBrace || code === openBracket) return endOfContainer(source, start);
  return endOfScalar(source, start);
}

function endOfString(text: string, start: number): number {
  const end = stringEnd(text, start);
  if (end === -1) throw malformed();
  return end;
}

function endOfContainer(source: Source, start: number): number {
  const { text, deepest } = source;
  let depth = 1;
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      at = endOfString(text, at) - 1;
    } else if (code === openBrace || code === openBracket) {
      depth++;
      if (depth > deepest) throw tooDeep(deepest);
    } else if (code === closeBrace || code === closeBracket) {
      depth--;
      if (depth === 1) return at + 1;
    } else if (isDigit(code)) {
      at = endOfNumber(source, at) - 1;
    }
  }
  throw malformed();
}

function endOfScalar(source: Source, start: number): number {
  const { text } = source;
  let at = start;
  while (at < text.length && !endsScalar(text.charCodeAt(at))) at++;
  if (at === start) throw malformed();
  source.mayHoldExactNumber ||= mayHoldExactNumber(text.slice(start, at));
  return at;
}

function endsScalar(code: number): boolean {
  return code === comma || code === closeBrace || isSpace(code);
}

/** A number in fewer characters may need no check, unless it has an exponent. */
const shortNumber = 16;

/** The end of a number that begins with the digit at `start`, or has it after its sign. */
function endOfNumber(source: Source, start: number): number {
  const { text } = source;
  let at = start;
  let isPlain = true;
  for (let code = text.charCodeAt(at); ; code = text.charCodeAt(++at)) {
    if (isDigit(code) || code === point) continue;
    if (!isExponent(code)) break;
    isPlain = false;
  }
  const isShort = isPlain && at - start < shortNumber;
  if (!isShort) source.mayHoldExactNumber ||= mayHoldExactNumber(text.slice(start, at));
  return at;
}

/** The letter or the sign of an exponent. */
function isExponent(code: number): boolean {
  return code === 0x65 || code === 0x45 || code === 0x2b || code === 0x2d;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** Returns the offset after the expected character. */
function expect(text: string, at: number, code: number): number {
  if (text.charCodeAt(at) !== code) throw malformed();
  return at + 1;
}

function malformed(): GatewayError {
  return new GatewayError('invalid-request', 'The request body is not a valid JSON object.', {
    reason: 'invalid_json',
  });
}

function tooManyFields(): GatewayError {
  const message = `The request body has more than ${maxFields} fields.`;
  return new GatewayError('invalid-request', message, { reason: 'too_many_fields' });
}

function tooDeep(deepest: number): GatewayError {
  const message = `The request body is nested more than ${deepest} levels deep.`;
  return new GatewayError('invalid-request', message, { reason: 'too_deep' });
}
