/**
 * Bounds and estimates the tokens of a request, to reserve its cost and where an upstream reports no usage.
 */
import { utf8Length, type CanonicalRequest, type Effort } from '@parley/protocol';
import type { Target } from '../../models/routing/snapshot.ts';
import type { TokenBound } from '../pricing/requested-amounts.ts';
import { boundPrompt, mayCacheAnHour, mayReadMore } from '../pricing/prompt-bound.ts';
import { estimateRequestTokens } from '../tokens/estimate-request.ts';
import { estimateTextTokens } from '../tokens/estimate-text.ts';
import { estimateErrorPercent, familyOf, type TokenFamily } from '../tokens/token-family.ts';

/** What is reserved for one exchange, in tokens. */
export interface TokenBudget {
  /** For the prompt; absent when a tool of the provider may add an unbounded amount to it. */
  readonly promptTokens?: number | undefined;
  /** For the whole reply, reasoning included. */
  readonly outputTokens: number;
  /** The most that may be charged, where more can be reserved than was at first. */
  readonly most: { readonly promptTokens?: number | undefined; readonly outputTokens: number };
  /**
   * The maximum output that is sent upstream for each candidate; absent when the client sets no limit and the
   * model is free, because a guessed limit could be more than the model accepts.
   */
  readonly outputLimit?: number | undefined;
}

/** What billing reads of a validated request. */
export interface BillableRequest {
  readonly summary: {
    readonly model: string;
    readonly maxOutputTokens?: number | undefined;
    readonly stream: boolean;
  };
  /** The body as the client sent it. */
  body(): { readonly text: string; readonly bytes?: Uint8Array | undefined };
  /** Whether a model replies with text, so that output tokens are paid for. */
  readonly generatesText: boolean;
  /** Whether the exchange goes on after its response. */
  readonly isBackground?: boolean;
  /** @throws GatewayError when the request has no canonical form */
  canonical(): { readonly value: CanonicalRequest };
}

/**
 * The canonical form of a request that generates text. A request that only its own dialect understands has
 * none; it is then measured by its text.
 */
export function readRequest(request: BillableRequest): CanonicalRequest | undefined {
  if (!request.generatesText) return undefined;
  try {
    return request.canonical().value;
  } catch {
    return undefined;
  }
}

/** Estimates the prompt of a request, in tokens. */
export function estimatePrompt(request: BillableRequest, family: TokenFamily): number {
  const canonical = readRequest(request);
  return canonical === undefined
    ? estimateTextTokens(request.body().text, family)
    : estimateRequestTokens(canonical, family);
}

/** The shortest reply for which a request is started, in tokens. */
const shortestAnswer = 64;
/** Tokens per minute that a reply takes until its actual length is known. */
const usualAnswer = 512;

/**
 * Reasoning that is requested by a budget gets at least 1,024 tokens (Anthropic's page on extended thinking),
 * in addition to the client's limit where that is less than twice as much.
 */
const leastThinking = 1_024;

/** What is reserved at first for a streamed reply, in tokens; more is reserved while it runs. */
const firstAnswer = 4_096;

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
  /** What no tokenizer and no reply exceeds. */
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
  const canonical = readRequest(request);
  const models = targets.map(({ target }) => target.model);
  const answer = request.generatesText ? boundAnswer(canonical, input) : noAnswer;
  const estimates = input.isEstimated ? estimateFor(request, models) : noEstimates;
  const prompt = boundPrompt({
    bytes: bytes?.length ?? utf8Length(text),
    request: canonical,
    models,
    // Without a canonical form it refers to a prompt that only the provider has.
    liesElsewhere: request.generatesText && canonical === undefined,
    estimate: estimates.highest,
  });
  const rateTokens = estimates.usual + Math.min(answer.outputBound, usualAnswer);
  const hourlyCache = mayCacheAnHour(text);
  const readsMore = canonical !== undefined && mayReadMore(canonical);
  const first = expectAnswer(request, answer);
  return {
    expected: {
      inputBound: prompt.expected,
      outputBound: first.outputBound,
      leastOutput: first.leastOutput,
      rateTokens,
      hourlyCache,
      readsMore,
    },
    bound: {
      inputBound: prompt.most,
      outputBound: answer.outputBound,
      leastOutput: answer.leastOutput,
      rateTokens,
      hourlyCache,
      readsMore,
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

type AnswerBound = Pick<TokenBound, 'outputBound' | 'leastOutput'>;

const noAnswer: AnswerBound = { outputBound: 0, leastOutput: 0 };

/** A reply in the background is generated to its end, whether its client reads the stream or not. */
function expectAnswer(request: BillableRequest, answer: AnswerBound): AnswerBound {
  const mayEnd = request.summary.stream && request.isBackground !== true;
  if (!mayEnd || answer.outputBound === 0) return answer;
  const candidates = countCandidates(request);
  const outputBound = Math.min(answer.outputBound, candidates * firstAnswer);
  return { outputBound, leastOutput: Math.min(outputBound, candidates * shortestAnswer) };
}

function boundAnswer(
  canonical: CanonicalRequest | undefined,
  { request, targets, effort }: BoundInput,
): AnswerBound {
  const { candidates = 1, reasoning } = canonical ?? {};
  const budget = typeof reasoning?.budget === 'number' ? reasoning.budget : 0;
  const mayGetBudget =
    (reasoning !== undefined || effort !== undefined) &&
    targets.some(({ target }) => target.profile.reasoning === 'budget');
  const thinking = mayGetBudget ? 2 * leastThinking : 0;
  const limit = request.summary.maxOutputTokens ?? longestAnswer(targets);
  const most = limit < thinking ? limit + leastThinking : limit;
  const least = Math.max(budget + shortestAnswer, thinking);
  return { outputBound: candidates * most, leastOutput: candidates * Math.min(most, least) };
}

/** How many replies a request asks for, at least 1. */
export function countCandidates(request: BillableRequest): number {
  return readRequest(request)?.candidates ?? 1;
}

function longestAnswer(targets: BoundInput['targets']): number {
  let longest = 0;
  for (const { target } of targets) longest = Math.max(longest, target.profile.maxOutputTokens);
  return longest;
}
