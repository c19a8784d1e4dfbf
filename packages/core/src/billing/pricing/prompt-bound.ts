/** Bounds the tokens of a prompt from above, by the bytes of its request. */
import type { CanonicalRequest, Part, Tool } from '@parley/protocol';
import { boundMedia, type MediaBounds, usualWindow } from './media-bound.ts';

/** A prompt that somebody is about to be billed for. */
export interface AskedPrompt {
  /** The body of the request, as JSON text. */
  readonly text: string;
  /** The same in the neutral form; absent when it has none. */
  readonly request?: CanonicalRequest;
  /** The upstreams' own names of the models that may answer it. */
  readonly models: readonly string[];
  /** The longest prompt that all of them take, in tokens, where that is known. */
  readonly window?: number;
  /** True when some of the prompt is only referred to, and kept by the provider. */
  readonly liesElsewhere?: boolean;
}

/**
 * What makers add around a request, at most: the frame of the conversation, an explanation of tools
 * and the frame of each tool; the numbers of `framing.ts`, rounded up.
 */
const requestAllowance = 64;
const toolsAllowance = 1_000;
const toolAllowance = 128;

/**
 * What a tool that the provider runs may read into the prompt, such as pages of the web. This is no
 * bound, because there is none: what it reads beyond is charged, but was not held.
 */
const serverToolAllowance = 100_000;

/** A part that only its own dialect knows may refer to anything. */
const unknownAllowance = 50_000;

/**
 * Bounds the prompt of a request, in tokens. No tokenizer makes more tokens than a text has bytes,
 * and the JSON around it is longer than what stands for it in a prompt; only media and tools may
 * count more. Media that are sent along count by their kind and size instead of their bytes.
 */
export function boundPrompt(asked: AskedPrompt): number {
  const { text, request, models, window, liesElsewhere = false } = asked;
  const bytes = utf8Length(text) + requestAllowance + (liesElsewhere ? usualWindow : 0);
  if (request === undefined) return bytes;
  const bounds: MediaBounds = { models, ...(window !== undefined && { window }) };
  const total =
    bytes +
    extraOfTools(request.tools) +
    extraOfTurns(request, bounds) +
    (mayUseKeptPrompt(request) ? usualWindow : 0);
  // A tool of the provider asks the model several times, each time with a prompt of its own.
  return !mayReadMore(request) && window !== undefined ? Math.min(total, window) : total;
}

/** Whether a tool that the provider runs may read something into the prompt. */
export function mayReadMore({ tools }: CanonicalRequest): boolean {
  return tools.some(({ kind }) => kind === 'server');
}

/** Google keeps prompts under a name, and reads them as if they were sent (its page on caching). */
function mayUseKeptPrompt({ extras }: CanonicalRequest): boolean {
  return extras?.['gemini-generate']?.['cachedContent'] !== undefined;
}

/**
 * Whether a request may ask for a cache that lives for an hour, which costs more to write. The words
 * are looked for in every way in which JSON can spell them, so that the answer is never a wrong no.
 */
export function mayCacheAnHour(text: string): boolean {
  return /"(?:1|\\u0031)(?:h|\\u0068)"/i.test(text);
}

function extraOfTools(tools: readonly Tool[]): number {
  if (tools.length === 0) return 0;
  return toolsAllowance + sum(tools, ({ kind }) => extraOfTool(kind));
}

function extraOfTool(kind: Tool['kind']): number {
  return toolAllowance + (kind === 'server' ? serverToolAllowance : 0);
}

function extraOfTurns({ turns }: CanonicalRequest, bounds: MediaBounds): number {
  return sum(turns, ({ parts }) => sum(parts, (part) => extraOfPart(part, bounds)));
}

function extraOfPart(part: Part, bounds: MediaBounds): number {
  switch (part.type) {
    case 'media':
      return boundMedia(part, bounds);
    case 'result':
      return sum(part.content, (inner) => extraOfPart(inner, bounds));
    case 'unknown':
      return unknownAllowance;
    case 'text':
    case 'refusal':
    case 'reasoning':
    case 'call':
    case 'server':
      return 0;
  }
}

function sum<Item>(items: readonly Item[], count: (item: Item) => number): number {
  return items.reduce((total, item) => total + count(item), 0);
}

/** Characters at a time, and room for each of them in UTF-8. */
const stride = 16_384;
const mostBytes = 3 * stride;

/** How many bytes a text has in UTF-8. Needs no more memory for a long text than for a short one. */
export function utf8Length(text: string): number {
  const encoder = new TextEncoder();
  const room = new Uint8Array(Math.min(mostBytes, 3 * text.length));
  let bytes = 0;
  let start = 0;
  while (start < text.length) {
    const end = endOfStride(text, start);
    bytes += encoder.encodeInto(text.slice(start, end), room).written;
    start = end;
  }
  return bytes;
}

/** Never between the two halves of a character. */
function endOfStride(text: string, start: number): number {
  const end = start + stride;
  const last = text.charCodeAt(end - 1);
  return last >= 0xd800 && last < 0xdc00 ? end - 1 : end;
}
