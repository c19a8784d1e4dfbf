/**
 * Upper bound of a prompt's tokens, computed from the bytes of its request, and what it will take by an
 * estimate of its text.
 */
import {
  isJsonObject,
  type CanonicalRequest,
  type JsonValue,
  type Part,
  type Tool,
  type Turn,
} from '@parley/protocol';
import { boundMedia, type MediaBounds, mediaLength, usualWindow } from './media-bound.ts';

/** A prompt whose cost is to be bounded. */
export interface RequestedPrompt extends MediaBounds {
  /** The length of the request's body. */
  readonly bytes: number;
  /** The request in canonical form; absent when it has none. */
  readonly request?: CanonicalRequest | undefined;
  /** True when part of the prompt is only referenced, and stored by the provider. */
  readonly liesElsewhere?: boolean;
  /** True when it may have media although it has no canonical form. */
  readonly mayHaveMedia?: boolean;
  /** The most tokens of its text that an estimate allows; absent when it was not estimated. */
  readonly estimate?: number;
}

/** How long a prompt is, in tokens. */
export interface PromptLength {
  /** What no tokenizer exceeds. */
  readonly most: number;
  /** By the estimate; at most the bound. */
  readonly expected: number;
  /** Whether the prompt or the reply may have audio, whose tokens may have a price of their own. */
  readonly hasAudio: boolean;
  /** The same of any media in the prompt. */
  readonly hasMedia: boolean;
  /** Whether the provider may read more than that, which has no bound. */
  readonly readsMore: boolean;
}

/**
 * The most that vendors add around a request: framing of the conversation, instructions for tools and framing
 * of each tool; the numbers of `framingOf` in `estimate-request.ts`, rounded up.
 */
const requestAllowance = 64;
const toolsAllowance = 1_000;
const toolAllowance = 128;

/**
 * What a tool that the provider runs, or a server, may add to the prompt, such as web pages. This is not a bound,
 * because there is none: usage beyond it is charged, but was not reserved.
 */
const serverToolAllowance = 100_000;

/** The same of a part that only its own dialect knows, and may refer to anything. */
const unknownAllowance = 50_000;

/**
 * Bounds the prompt of a request, in tokens. No tokenizer makes more tokens than a text has bytes, and the
 * JSON around it is longer than what replaces it in a prompt; only media and tools may cost more. Inline
 * media count by kind and size instead of by their bytes. What is expected is the estimate of its text and what
 * its media and its tools may take.
 */
export function boundPrompt(asked: RequestedPrompt): PromptLength {
  const { request, window = Infinity, liesElsewhere = false, estimate = Infinity } = asked;
  const bytes = asked.bytes + requestAllowance;
  const kept = liesElsewhere ? usualWindow : 0;
  const beside = request === undefined ? nothing : measureExtras(request, asked);
  const total = bytes + kept - beside.bytes + beside.tokens;
  // A model that may read more runs several times, each time with a prompt of its own.
  const isOnePrompt = request !== undefined && !beside.runsAgain;
  const most = isOnePrompt ? Math.min(total, window) : total;
  const estimated = Math.ceil(estimate) + requestAllowance + beside.tokens;
  const expected = liesElsewhere ? most : Math.min(most, estimated);
  const hasAudio = liesElsewhere || beside.hasAudio;
  const hasMedia = hasAudio || beside.hasMedia || asked.mayHaveMedia === true;
  const readsMore = beside.runsAgain || beside.isUnknown;
  return { most, expected, hasAudio, hasMedia, readsMore };
}

/** What a request has besides text: media, tools, and what the provider keeps. */
interface Extras {
  /** The bytes of the body that are no text. */
  bytes: number;
  /** The most tokens that they take. */
  tokens: number;
  /** Whether one of the media may have sound. */
  hasAudio: boolean;
  hasMedia: boolean;
  /** Whether there are parts that may refer to anything. */
  isUnknown: boolean;
  /** Whether the model may run several times. */
  runsAgain: boolean;
}

const nothing: Readonly<Extras> = {
  bytes: 0,
  tokens: 0,
  hasAudio: false,
  hasMedia: false,
  isUnknown: false,
  runsAgain: false,
};

function measureExtras(request: CanonicalRequest, bounds: MediaBounds): Readonly<Extras> {
  const extras: Extras = {
    ...nothing,
    tokens: extraOfTools(request.tools),
    hasAudio: request.wantsAudio === true,
    runsAgain: mayRunAgain(request),
  };
  if (request.mayReadServers === true || searches(request)) extras.tokens += serverToolAllowance;
  for (const turn of request.turns) {
    addParts(extras, turn.parts, bounds);
    if (namesAudio(turn)) extras.hasAudio = extras.isUnknown = true;
  }
  if (request.tie?.addsPrompt === true) {
    extras.tokens += usualWindow;
    extras.hasAudio = true;
  }
  return extras;
}

/** Adds all parts, those in the results of tools included. */
function addParts(extras: Extras, parts: readonly Part[], bounds: MediaBounds): void {
  for (const part of parts) {
    if (part.type === 'media') {
      extras.bytes += mediaLength(part);
      extras.tokens += boundMedia(part, bounds);
      extras.hasMedia = true;
      extras.hasAudio ||= part.kind === 'audio' || part.kind === 'video';
    } else if (part.type === 'result') addParts(extras, part.content, bounds);
    else if (part.type === 'server' && part.isReference === true) {
      extras.tokens += bounds.window ?? usualWindow;
      extras.hasAudio = true;
    } else if (part.type === 'server' && namesImage(part)) {
      extras.hasMedia = extras.isUnknown = true;
    } else if (part.type === 'unknown') {
      extras.tokens += unknownAllowance;
      extras.hasAudio = true;
      extras.isUnknown = true;
    }
  }
}

/**
 * Whether the provider may run the model several times: with tools of its own, to read from servers, or to compact the
 * conversation.
 */
function mayRunAgain(request: CanonicalRequest): boolean {
  const { tools, mayCompact, mayReadServers } = request;
  const reads = mayCompact === true || mayReadServers === true || searches(request);
  return reads || tools.some(({ kind }) => kind === 'server');
}

/** Fields by which servers read data or search the web: those of Azure, xAI and Alibaba. */
const readingFields = ['data_sources', 'search_parameters', 'enable_search'];

/** Whether a field that only one format has makes the server search; the plugin is OpenRouter's. */
function searches({ extras = {} }: CanonicalRequest): boolean {
  return Object.values(extras).some(({ plugins, ...fields }) => {
    const isSearch = (plugin: JsonValue) => isJsonObject(plugin) && plugin['id'] === 'web';
    const hasPlugin = Array.isArray(plugins) && plugins.some(isSearch);
    return hasPlugin || readingFields.some((name) => isGiven(fields[name]));
  });
}

/** Whether a turn names the audio of an earlier reply, which only the provider has. */
function namesAudio({ extras = {} }: Turn): boolean {
  return Object.values(extras).some(({ audio }) => isJsonObject(audio) && isGiven(audio['id']));
}

/** Whether an item is a generated image or a screenshot of which only the provider has the content. */
function namesImage({ raw }: Extract<Part, { type: 'server' }>): boolean {
  const { type, result, output } = raw;
  if (type === 'image_generation_call') return !isGiven(result);
  return isJsonObject(output) && isGiven(output['file_id']);
}

function isGiven(value: JsonValue | undefined): boolean {
  return Array.isArray(value) ? value.length > 0 : Boolean(value);
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

/**
 * Whether what is to be embedded may have media. Searches for the names of Google's parts; one that is written with
 * escapes is charged as what it is, but not reserved.
 */
export function mayEmbedMedia(text: string): boolean {
  return /"(?:inline|file)_?data"\s*:/i.test(text);
}

function extraOfTools(tools: readonly Tool[]): number {
  let extra = tools.length === 0 ? 0 : toolsAllowance;
  for (const { kind } of tools) {
    extra += toolAllowance + (kind === 'server' ? serverToolAllowance : 0);
  }
  return extra;
}
