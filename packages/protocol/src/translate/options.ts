// Options, request context and JSON texts that the functions of `translate/` share.
import type { DialectId } from '../canonical/dialect.ts';
import type { Fidelity, Note } from '../canonical/note.ts';
import type { CanonicalRequest } from '../canonical/request.ts';
import type { ReplySource, ReplyTarget } from '../codec.ts';
import { codecOf } from '../dialects.ts';
import { NameMap } from '../history/names.ts';
import type { JsonObject, JsonValue } from '../json/value.ts';
import type { Redact } from '../redaction/redaction.ts';
import { omitUndefined } from '../shared/omit-undefined.ts';

/** The two dialects of a translation: source and destination. */
export interface TranslationDirection {
  /** The dialect of the input. */
  readonly from: DialectId;
  /** The dialect of the output. */
  readonly to: DialectId;
}

/**
 * What the translation of a reply needs to know about its request. `translateRequest` creates it; pass it
 * unchanged to `translateReply` or `createStreamTranslator`. Valid for one request only.
 */
export interface RequestContext {
  /** The dialects of the request. */
  readonly direction: TranslationDirection;
  /** The model name that the client sent; replies show it instead of the upstream's. */
  readonly model: string;
  /** The vendor that runs the upstream. */
  readonly vendor: string;
  /** Whether the client requested a stream. */
  readonly stream: boolean;
  /** Whether a Chat Completions stream ends with a usage chunk. */
  readonly includeUsage: boolean;
  /** Tool names that were changed for the upstream. */
  readonly names: NameMap;
  /** The decoded request, for formats whose replies repeat it. */
  readonly request: CanonicalRequest;
}

/** How to translate a reply. `from` is the upstream's dialect, `to` is the client's. */
export interface ReplyTranslationOptions extends TranslationDirection {
  /**
   * The context that `translateRequest` returned. If absent, tool names stay as the upstream wrote them, and
   * a Chat Completions stream ends with a usage chunk.
   */
  readonly context?: RequestContext;
  /** The model name to show in the reply; by default that of the context, else the upstream's. */
  readonly model?: string;
  /** The vendor that runs the upstream; by default that of the context, else the one that defined `from`. */
  readonly vendor?: string;
  /**
   * Identifies this reply and its tool calls, such as `crypto.randomUUID()`; unique for each reply. At least
   * one letter or digit; other characters are removed.
   */
  readonly id: string;
  /** Returns the time in milliseconds since 1970, such as `Date.now`. */
  readonly now: () => number;
  /**
   * Redacts errors and notes for clients; see `createRedactor`. By default, errors are redacted by shape
   * alone: keys of known vendors, accounts and hosts.
   */
  readonly redact?: Redact;
}

/** The notes that every translation returns besides its value. */
export interface TranslationNotes {
  /** What was dropped, approximated, moved, defaulted or corrected, with a path and a reason each. */
  readonly notes: readonly Note[];
  /** `exact`, `adapted` or `lossy`, computed from the notes. */
  readonly fidelity: Fidelity;
}

/** A JSON body to send. */
export interface JsonBody {
  /** Numbers that a double would change are `ExactNumber`: use `writeJson` to serialize the body. */
  readonly body: JsonObject;
  /** The serialized body, ready to be sent. */
  readonly json: string;
}

/** The result of `JSON.parse` is a JSON value, although its type is wider. */
export function asJson(body: object): JsonValue {
  return body as JsonValue;
}

/** The upstream, for a decoder. */
export function sourceOf(options: ReplyTranslationOptions): ReplySource {
  const { from, context, redact } = options;
  const vendor = options.vendor ?? context?.vendor ?? codecOf(from).wire.vendor;
  return { vendor, ...omitUndefined({ redact }) };
}

/**
 * The request, for an encoder.
 * @param upstreamModel the model name as the upstream states it, if it does
 */
export function targetOf(options: ReplyTranslationOptions, upstreamModel = ''): ReplyTarget {
  const { context } = options;
  return {
    model: options.model ?? context?.model ?? upstreamModel,
    id: idOf(options),
    createdAt: secondsOf(options),
    completedAt: () => secondsOf(options),
    names: context?.names ?? new NameMap(),
    includeUsage: context?.includeUsage ?? true,
    ...omitUndefined({ request: context?.request }),
  };
}

/** The characters of an id that every format accepts. */
export function idOf({ id }: Pick<ReplyTranslationOptions, 'id'>): string {
  return id.replaceAll(/[^A-Za-z0-9]/g, '');
}

function secondsOf({ now }: ReplyTranslationOptions): number {
  return Math.floor(now() / 1_000);
}

/** @throws TypeError if an option is missing or not usable, or if two contradict each other */
export function checkReplyOptions(options: ReplyTranslationOptions): void {
  const { from, to, context, id, now } = options;
  for (const dialect of [from, to]) codecOf(dialect);
  checkId(id);
  if (typeof now !== 'function') throw new TypeError("The option 'now' must be a function.");
  if (context === undefined) return;
  const { direction } = context;
  if (direction.from === to && direction.to === from) return;
  const went = `from ${direction.from} to ${direction.to}`;
  throw new TypeError(`The context is that of a request ${went}: its answer goes the other way.`);
}

/** @throws TypeError for an id without a letter or digit */
export function checkId(id: unknown): asserts id is string {
  requireText('id', id);
  if (idOf({ id }) === '') throw new TypeError('An id has at least one letter or digit.');
}

/** @throws TypeError for objects that no JSON text becomes, which the type of a body allows, such as a promise */
export function checkBody(body: unknown): void {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return;
  const kind = Object.prototype.toString.call(body).slice('[object '.length, -1);
  if (kind === 'Object') return;
  throw new TypeError(`The body is a ${kind}: pass the JSON text or the parsed object.`);
}

/** @throws TypeError for an option that is not a text or empty */
export function requireText(name: string, value: unknown): asserts value is string {
  if (typeof value === 'string' && value !== '') return;
  throw new TypeError(`The option '${name}' must be a text of at least one character.`);
}

/** Notes may repeat field names that the upstream invented. */
export function redactNotes(notes: readonly Note[], redact: Redact | undefined): readonly Note[] {
  if (redact === undefined) return notes;
  return notes.map((note) => ({ ...note, path: redact(note.path), reason: redact(note.reason) }));
}
