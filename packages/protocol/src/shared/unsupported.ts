// Rejects or notes the parts of a request that another format cannot express, for request encoders.
import type { DialectId } from '../canonical/dialect.ts';
import { GatewayError } from '../canonical/error.ts';
import type { NoteBook, Place } from '../canonical/note.ts';
import type { MediaPart, Part } from '../canonical/part.ts';
import type { CanonicalRequest, FormatTie, Turn } from '../canonical/request.ts';

/**
 * Rejects a conversation whose last user message is lost: the model would answer something else, or continue
 * its own last reply.
 * @param turns the turns of the request, with the indexes that note paths use
 * @param written the indexes of the turns of which anything was written
 * @throws GatewayError `unsupported` with the parts that were lost
 */
export function rejectLostUserTurn(turns: readonly Turn[], written: ReadonlySet<number>): void {
  const lost: string[] = [];
  for (let at = turns.length - 1; at >= 0; at--) {
    const turn = turns[at];
    if (turn?.role === 'instruction') continue;
    if (turn?.role !== 'user') break;
    if (written.has(at)) return;
    const paths = turn.parts.map((_, index) => `turns[${at}].parts[${index}]`);
    lost.unshift(...(paths.length > 0 ? paths : [`turns[${at}]`]));
  }
  const [param] = lost;
  if (param === undefined) return;
  const message = `Nothing of the user’s last turn can be sent upstream: ${listSome(lost)}.`;
  throw new GatewayError('unsupported', message, { reason: 'lossy_translation', param });
}

/** Maximum number of parts that the message lists. */
const mostNamed = 5;

function listSome(paths: readonly string[]): string {
  const more = paths.length > mostNamed ? ` and ${paths.length - mostNamed} more` : '';
  return paths.slice(0, mostNamed).join(', ') + more;
}

/** The error about a conversation of which nothing could be written. */
export function nothingToSend(): GatewayError {
  return new GatewayError('unsupported', 'Nothing of the conversation can be sent upstream.');
}

/**
 * Rejects a conversation that consists only of media, none of which could be written.
 * @throws GatewayError `unsupported`
 */
export function refuseLostMedia(turns: readonly Turn[]): void {
  const isAbout = turns.some(({ parts }) => parts.some(({ type }) => type === 'media'));
  if (!isAbout) return;
  throw nothingToSend();
}

/**
 * Rejects a conversation of which nothing could be written, unless instructions ask for an answer: a format that requires
 * a user message would get an invented one.
 * @throws GatewayError `unsupported`
 */
export function refuseNothing(turns: readonly Turn[]): void {
  refuseLostMedia(turns);
  if (turns.some(({ role, parts }) => role === 'instruction' && parts.length > 0)) return;
  throw nothingToSend();
}

const storedAnswer: FormatTie = { dialect: 'openai-responses', param: 'previous_response_id' };

/**
 * Rejects a request that is tied to upstreams of another format, such as one that continues a response they store, or
 * whose conversation starts in a cache at Google: without that it would mean something else.
 * @param dialect the upstream's
 * @throws GatewayError `unsupported`
 */
export function refuseTie({ tie, previousResponseId }: CanonicalRequest, dialect: DialectId): void {
  const held = previousResponseId === undefined ? tie : storedAnswer;
  if (!held || held.dialect === dialect) return;
  throw tiedTo(held);
}

/** The error about a request that is tied to upstreams of another format. */
export function tiedTo({
  dialect,
  param,
  reason = 'unsupported_parameter',
}: FormatTie): GatewayError {
  const message = `Only the ${dialect} format has the field ${param}.`;
  return new GatewayError('unsupported', message, { param, reason });
}

/** For each option, by its path: whether the client asks for anything other than the default. */
const isAsked = {
  stopSequences: ({ stopSequences = [] }) => stopSequences.length > 0,
  candidates: ({ candidates = 1 }) => candidates > 1,
  'sampling.topK': ({ sampling }) => sampling.topK !== undefined,
  'sampling.seed': ({ sampling }) => sampling.seed !== undefined,
  'sampling.presencePenalty': ({ sampling }) => Boolean(sampling.presencePenalty),
  'sampling.frequencyPenalty': ({ sampling }) => Boolean(sampling.frequencyPenalty),
  'sampling.logitBias': ({ sampling }) => sampling.logitBias !== undefined,
  'sampling.logprobs': ({ sampling: { logprobs, topLogprobs } }) =>
    logprobs === true || topLogprobs !== undefined,
  verbosity: ({ verbosity }) => verbosity !== undefined,
  cacheKey: ({ cacheKey }) => cacheKey !== undefined,
  metadata: ({ metadata = {} }) => Object.keys(metadata).length > 0,
  store: ({ store }) => store === true,
} satisfies Record<string, (request: CanonicalRequest) => boolean>;

/** The path of an option in the canonical request, and why the format does not support it. */
export type UnsupportedOption = readonly [path: keyof typeof isAsked, reason: string];

/** Notes the options that the client set and the format lacks, in the order of the rows. */
export function noteUnsupported(
  request: CanonicalRequest,
  options: readonly UnsupportedOption[],
  notes: NoteBook,
): void {
  for (const [path, reason] of options) {
    if (isAsked[path](request)) notes.dropped(path, reason);
  }
}

/** Notes the name of an image for formats in which only files have names. */
export function noteImageName({ name }: MediaPart, { path, notes }: Place): void {
  if (name !== undefined) notes.dropped(`${path}.name`, 'Images in this format have no names.');
}

const opening = 'x-anthropic-billing-header:';

/** The reason in the note when the line is left out. */
export const billingReason = 'A billing line of the client is of no use to this upstream.';

/**
 * True for the billing line that a coding assistant adds to the instructions. It is different on every call,
 * so in another format it would only defeat prompt caching.
 */
export function isBillingLine(part: Part): boolean {
  if (part.type === 'text') return part.text.startsWith(opening);
  const text = part.type === 'unknown' ? part.raw['text'] : undefined;
  return typeof text === 'string' && text.startsWith(opening);
}
