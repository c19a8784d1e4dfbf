// What the translating calls take and share: options, the context of a request, JSON texts.
import type { DialectId } from '../canonical/dialect.ts';
import type { Fidelity, Note } from '../canonical/note.ts';
import type { CanonicalRequest } from '../canonical/request.ts';
import type { ReplySource, ReplyTarget } from '../codec.ts';
import { codecOf } from '../dialects.ts';
import { NameMap } from '../history/names.ts';
import type { JsonObject, JsonValue } from '../json/value.ts';
import type { Redact } from '../redaction/redaction.ts';
import { omitUndefined } from '../shared/omit-undefined.ts';

/** The two formats of a translation, in the direction in which the text goes. */
export interface TranslationDirection {
  /** The format of what comes in. */
  readonly from: DialectId;
  /** The format of what goes out. */
  readonly to: DialectId;
}

/**
 * What an answer must know of the request it answers: made by `translateRequest`, and handed as it is
 * to `translateReply` or `createStreamTranslator`. It belongs to this one request.
 */
export interface RequestContext {
  /** The two formats of the request. */
  readonly direction: TranslationDirection;
  /** The model as the caller named it; answers show it in place of the upstream's own. */
  readonly model: string;
  /** Who runs the upstream. */
  readonly vendor: string;
  /** Whether the caller asked for a stream. */
  readonly stream: boolean;
  /** Whether a chat stream ends with a usage chunk. */
  readonly includeUsage: boolean;
  /** Tool names that had to change on the way up. */
  readonly names: NameMap;
  /** The request as it was read, for formats whose answers repeat it. */
  readonly request: CanonicalRequest;
}

/** How to translate an answer. `from` is the upstream's format, and `to` the caller's. */
export interface ReplyTranslationOptions extends TranslationDirection {
  /**
   * What `translateRequest` gave. Without it, tool names stay as the upstream wrote them and a chat
   * stream ends with a usage chunk.
   */
  readonly context?: RequestContext;
  /** The model that the answer shows; the one of the context unless told, else the upstream's own. */
  readonly model?: string;
  /** Who runs the upstream; the one of the context unless told, else whose format it is. */
  readonly vendor?: string;
  /**
   * Names this answer and its tool calls, such as `crypto.randomUUID()`: never the same for two
   * answers. At least one letter or digit; other characters are left out.
   */
  readonly id: string;
  /** Tells the time in milliseconds since 1970, such as `Date.now`. */
  readonly now: () => number;
  /**
   * Masks in errors and notes what callers must not see, such as `createRedactor` makes it. Without
   * it, errors are masked by shape alone: keys of known vendors, accounts and addresses.
   */
  readonly redact?: Redact;
}

/** What every translation gives beside its value. */
export interface TranslationNotes {
  /** What was dropped, approximated, moved, defaulted or corrected, each with its path and reason. */
  readonly notes: readonly Note[];
  /** `exact`, `adapted` or `lossy`: the sum of the notes. */
  readonly fidelity: Fidelity;
}

/** A JSON body that goes out. */
export interface JsonBody {
  /** Numbers that a double would change are `ExactNumber`: print the body with `writeJson`. */
  readonly body: JsonObject;
  /** The same as text, ready to be sent. */
  readonly json: string;
}

/** What came out of `JSON.parse` is a JSON value, although its type says less. */
export function asJson(body: object): JsonValue {
  return body as JsonValue;
}

/** What a decoder is told of the upstream. */
export function sourceOf(options: ReplyTranslationOptions): ReplySource {
  const { from, context, redact } = options;
  const vendor = options.vendor ?? context?.vendor ?? codecOf(from).wire.vendor;
  return { vendor, ...omitUndefined({ redact }) };
}

/**
 * What an encoder is told of the request.
 * @param upstreamModel the model as the upstream names it, where it does
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

/** The characters of an id that every format takes. */
export function idOf({ id }: Pick<ReplyTranslationOptions, 'id'>): string {
  return id.replaceAll(/[^A-Za-z0-9]/g, '');
}

function secondsOf({ now }: ReplyTranslationOptions): number {
  return Math.floor(now() / 1_000);
}

/** @throws TypeError when the options cannot belong together, or the id has no character to use */
export function checkReplyOptions(options: ReplyTranslationOptions): void {
  const { from, to, context } = options;
  if (idOf(options) === '') throw new TypeError('An id has at least one letter or digit.');
  if (context === undefined) return;
  const { direction } = context;
  if (direction.from === to && direction.to === from) return;
  const went = `from ${direction.from} to ${direction.to}`;
  throw new TypeError(`The context is that of a request ${went}: its answer goes the other way.`);
}

/** Notes may repeat names of fields that the upstream made up. */
export function redactNotes(notes: readonly Note[], redact: Redact | undefined): readonly Note[] {
  if (redact === undefined) return notes;
  return notes.map((note) => ({ ...note, path: redact(note.path), reason: redact(note.reason) }));
}
