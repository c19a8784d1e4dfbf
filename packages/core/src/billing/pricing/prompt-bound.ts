/**
 * Upper bound of a prompt's tokens, computed from the bytes of its request, and what it will take by an
 * estimate of its text.
 */
import {
  omitUndefined,
  type CanonicalRequest,
  type MediaPart,
  type Part,
  type Tool,
} from '@parley/protocol';
import { boundMedia, type MediaBounds, mediaLength, usualWindow } from './media-bound.ts';

/** A prompt whose cost is to be bounded. */
export interface RequestedPrompt {
  /** The body of the request, as JSON text. */
  readonly text: string;
  /** The request in canonical form; absent when it has none. */
  readonly request?: CanonicalRequest;
  /** The upstreams' own names of the models that may answer it. */
  readonly models: readonly string[];
  /** The smallest context window of these models in tokens, where it is known. */
  readonly window?: number;
  /** True when part of the prompt is only referenced, and stored by the provider. */
  readonly liesElsewhere?: boolean;
}

/**
 * The most that vendors add around a request: framing of the conversation, instructions for tools and framing
 * of each tool; the numbers of `framing.ts`, rounded up.
 */
const requestAllowance = 64;
const toolsAllowance = 1_000;
const toolAllowance = 128;

/**
 * What a tool that the provider runs may read into the prompt, such as web pages. This is not a bound,
 * because there is none: usage beyond it is charged, but was not reserved.
 */
const serverToolAllowance = 100_000;

/** A part that only its own dialect knows may refer to anything. */
const unknownAllowance = 50_000;

/**
 * Bounds the prompt of a request, in tokens. No tokenizer makes more tokens than a text has bytes, and the
 * JSON around it is longer than what replaces it in a prompt; only media and tools may cost more. Inline
 * media count by kind and size instead of by their bytes.
 */
export function boundPrompt(asked: RequestedPrompt): number {
  const { text, request, models, window, liesElsewhere = false } = asked;
  const bytes = utf8Length(text) + requestAllowance + (liesElsewhere ? usualWindow : 0);
  if (request === undefined) return bytes;
  const media = sumMedia(request, mediaLength);
  const total = bytes - media + boundExtras(request, omitUndefined({ models, window }));
  // With a provider's tool the model runs several times, each time with a prompt of its own.
  return !mayReadMore(request) && window !== undefined ? Math.min(total, window) : total;
}

/** What is known of a prompt whose tokens are expected. */
export interface ExpectedPrompt extends RequestedPrompt {
  /** Tokens of its text by the estimate, divided by the least share of the truth that it may be. */
  readonly estimate: number;
  /** The result of `boundPrompt`. */
  readonly bound: number;
}

/**
 * The tokens of a prompt by an estimate of its text, raised by the error of the estimate, and what its media
 * and its tools may take. At most its bound.
 */
export function expectPrompt(asked: ExpectedPrompt): number {
  const { request, models, window, liesElsewhere = false, estimate, bound } = asked;
  if (liesElsewhere) return bound;
  const extras =
    request === undefined ? 0 : boundExtras(request, omitUndefined({ models, window }));
  return Math.min(bound, Math.ceil(estimate) + requestAllowance + extras);
}

/** Bounds what is not in the text of a request: media, tools, and what the provider keeps. */
function boundExtras(request: CanonicalRequest, bounds: MediaBounds): number {
  const extras =
    extraOfTools(request.tools) +
    sumMedia(request, (part) => boundMedia(part, bounds)) +
    sumParts(request, ({ type }) => (type === 'unknown' ? unknownAllowance : 0));
  return extras + (mayUseKeptPrompt(request) ? usualWindow : 0);
}

/** Whether a tool that the provider runs may add to the prompt. */
export function mayReadMore({ tools }: CanonicalRequest): boolean {
  return tools.some(({ kind }) => kind === 'server');
}

/** Google stores prompts under a name and reads them as if they were sent (its page on context caching). */
function mayUseKeptPrompt({ storedPrompt }: CanonicalRequest): boolean {
  return storedPrompt !== undefined;
}

/**
 * Whether a request may ask for a one-hour cache, which costs more to write. Searches for the words in every
 * way in which JSON can escape them, so that the result is never a false negative.
 */
export function mayCacheAnHour(text: string): boolean {
  if (!hourMarks.some((mark) => text.includes(mark))) return false;
  return /"(?:1|\\u0031)(?:h|\\u0068)"/i.test(text);
}

/** One of these is in every such spelling. A search for them takes a fifth of the time of the pattern. */
const hourMarks = ['1h"', '1H"', '0031', '0068'];

function extraOfTools(tools: readonly Tool[]): number {
  if (tools.length === 0) return 0;
  return toolsAllowance + sum(tools, ({ kind }) => extraOfTool(kind));
}

function extraOfTool(kind: Tool['kind']): number {
  return toolAllowance + (kind === 'server' ? serverToolAllowance : 0);
}

function sumMedia(request: CanonicalRequest, count: (part: MediaPart) => number): number {
  return sumParts(request, (part) => (part.type === 'media' ? count(part) : 0));
}

/** Adds up a count over all parts, those in the results of tools included. */
function sumParts({ turns }: CanonicalRequest, count: (part: Part) => number): number {
  const countPart = (part: Part): number =>
    part.type === 'result' ? sum(part.content, countPart) : count(part);
  return sum(turns, ({ parts }) => sum(parts, countPart));
}

function sum<Item>(items: readonly Item[], count: (item: Item) => number): number {
  return items.reduce((total, item) => total + count(item), 0);
}

/** Characters encoded at a time, and the space that each may need in UTF-8. */
const stride = 16_384;
const mostBytes = 3 * stride;

const encoder = new TextEncoder();
/** What is encoded is only counted. */
const room = new Uint8Array(mostBytes);

/** The length of a text in UTF-8 bytes. Needs no more memory for a long text than for a short one. */
export function utf8Length(text: string): number {
  let bytes = 0;
  let start = 0;
  while (start < text.length) {
    const end = endOfStride(text, start);
    bytes += encoder.encodeInto(text.slice(start, end), room).written;
    start = end;
  }
  return bytes;
}

/** Never splits a surrogate pair. */
function endOfStride(text: string, start: number): number {
  const end = start + stride;
  const last = text.charCodeAt(end - 1);
  return last >= 0xd800 && last < 0xdc00 ? end - 1 : end;
}
