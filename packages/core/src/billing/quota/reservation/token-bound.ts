/** Bounds the tokens of a request and its reply, to reserve what they will cost; used by `reserve`. */
import { utf8Length, type CanonicalRequest, type Effort } from '@parley/protocol';
import type { Target } from '../../../models/routing/snapshot.ts';
import type { TokenBound } from '../../cost/requested-amounts.ts';
import { boundPrompt, mayCacheAnHour, mayEmbedMedia } from '../../cost/prompt-bound.ts';
import { estimateErrorPercent, familyOf, type TokenFamily } from '../../tokens/token-family.ts';
import {
  countCandidates,
  estimatePrompt,
  canonicalOf,
  type BillableRequest,
} from '../metering/billable-request.ts';
import { requestedServices } from '../metering/requested-services.ts';
import { expectToolUses } from './expected-tool-uses.ts';

/** The shortest reply for which a request is started, in tokens. */
const shortestReply = 64;
/** Tokens per minute that a reply takes until its actual length is known. */
const usualReply = 512;

/**
 * Reasoning that is requested by a budget gets at least 1,024 tokens (Anthropic's page on extended thinking),
 * in addition to the client's limit where that is less than twice as much.
 */
const leastThinking = 1_024;

/** What is reserved at first for a streamed reply, in tokens; more is reserved while it runs. */
const firstReply = 4_096;

/** A request whose tokens are bounded, and what may answer it. */
export interface BoundInput {
  readonly request: BillableRequest;
  /** The targets that may answer it. */
  readonly targets: readonly { readonly target: Target }[];
  /** The reasoning effort of a tier rule, when the client sets none. */
  readonly effort?: Effort | undefined;
  /** Whether the prompt is estimated; not needed where neither its tokens nor its cost are limited. */
  readonly isEstimated: boolean;
}

/** The tokens of a request and its reply, to reserve what it will cost. */
export interface TokenBounds {
  /** By the estimate of its prompt and the beginning of its reply. */
  readonly expected: TokenBound;
  /** The upper bound, which no tokenizer and no reply exceeds. */
  readonly bound: TokenBound;
}

/**
 * Bounds the tokens of a request and its reply. No tokenizer makes more tokens than the text has bytes, and
 * the JSON around it is longer than what a vendor replaces it with; only media and tools may cost more. What
 * is expected of the prompt is its estimate, raised by the error that the estimate may have; of a streamed
 * reply its beginning, because a stream can be ended, and of any other reply all of it.
 */
export function boundTokens(input: BoundInput): TokenBounds {
  const { request, targets } = input;
  const { text, bytes } = request.body();
  const canonical = canonicalOf(request);
  const models = targets.map(({ target }) => target.model);
  const reply = request.generatesText ? boundReply(canonical, input) : noReply;
  const estimates = input.isEstimated ? estimateFor(request, models) : noEstimates;
  const prompt = boundPrompt({
    bytes: bytes?.length ?? utf8Length(text),
    request: canonical,
    models,
    // Without a canonical form it refers to a prompt that only the provider has.
    liesElsewhere: request.generatesText && canonical === undefined,
    mayHaveMedia: !request.generatesText && mayEmbedMedia(text),
    estimate: estimates.highest,
  });
  const rateTokens = estimates.usual + Math.min(reply.outputBound, usualReply);
  const hourlyCache = mayCacheAnHour(text);
  const { hasAudio, hasMedia, readsMore } = prompt;
  const services = canonical && requestedServices(canonical);
  const toolUses = canonical && expectToolUses(canonical);
  const first = expectReply(request, reply);
  return {
    expected: {
      inputBound: prompt.expected,
      outputBound: first.outputBound,
      leastOutput: first.leastOutput,
      rateTokens,
      hourlyCache,
      readsMore,
      hasAudio,
      hasMedia,
      services,
      toolUses,
    },
    bound: {
      inputBound: prompt.most,
      outputBound: reply.outputBound,
      leastOutput: reply.leastOutput,
      rateTokens,
      hourlyCache,
      readsMore,
      hasAudio,
      hasMedia,
      services,
      toolUses,
    },
  };
}

interface Estimates {
  /** For the first target. */
  readonly usual: number;
  /** The highest true count that an estimate for a target allows. */
  readonly highest: number;
}

const noEstimates: Estimates = { usual: 0, highest: Infinity };

function estimateFor(request: BillableRequest, models: readonly string[]): Estimates {
  let usual: number | undefined;
  let highest = 0;
  let last: TokenFamily | undefined;
  for (const model of models.length > 0 ? models : [request.summary.model]) {
    const family = familyOf(model);
    if (family === last) continue;
    last = family;
    const estimate = estimatePrompt(request, family);
    usual ??= estimate;
    highest = Math.max(highest, estimate / (1 - estimateErrorPercent[family] / 100));
  }
  return { usual: usual ?? 0, highest };
}

type ReplyBound = Pick<TokenBound, 'outputBound' | 'leastOutput'>;

const noReply: ReplyBound = { outputBound: 0, leastOutput: 0 };

/** A reply in the background is generated to its end, whether its client reads the stream or not. */
function expectReply(request: BillableRequest, reply: ReplyBound): ReplyBound {
  const mayEnd = request.summary.stream && request.isBackground !== true;
  if (!mayEnd || reply.outputBound === 0) return reply;
  const candidates = countCandidates(request);
  const outputBound = Math.min(reply.outputBound, candidates * firstReply);
  return { outputBound, leastOutput: Math.min(outputBound, candidates * shortestReply) };
}

function boundReply(
  canonical: CanonicalRequest | undefined,
  { request, targets, effort }: BoundInput,
): ReplyBound {
  const { candidates = 1, reasoning } = canonical ?? {};
  const budget = typeof reasoning?.budget === 'number' ? reasoning.budget : 0;
  const mayGetBudget =
    (reasoning !== undefined || effort !== undefined) &&
    targets.some(({ target }) => target.profile.reasoning === 'budget');
  const thinking = mayGetBudget ? 2 * leastThinking : 0;
  const limit = request.summary.maxOutputTokens ?? longestReply(targets);
  const most = limit < thinking ? limit + leastThinking : limit;
  const least = Math.max(budget + shortestReply, thinking);
  return { outputBound: candidates * most, leastOutput: candidates * Math.min(most, least) };
}

function longestReply(targets: BoundInput['targets']): number {
  let longest = 0;
  for (const { target } of targets) longest = Math.max(longest, target.profile.maxOutputTokens);
  return longest;
}
