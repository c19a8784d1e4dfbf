import type { CanonicalRequest, Effort } from '@parley/protocol';
import type { TokenBound } from '../pricing/demand.ts';
import { boundPrompt, mayCacheAnHour, mayReadMore } from '../pricing/prompt-bound.ts';
import type { Target } from '../../models/routing/snapshot.ts';
import { familyOf } from '../tokens/token-family.ts';
import { estimatePrompt, readRequest, type BillableRequest } from './prompt-estimate.ts';

/** The shortest answer that is worth beginning, in tokens. */
const shortestAnswer = 64;
/** What an answer takes from the tokens per minute until its real length is known. */
const usualAnswer = 512;

/**
 * A model that is told to think by a budget gets one of at least 1,024 tokens (Anthropic's page on
 * extended thinking): beside the caller's limit, where that is less than twice as much.
 */
const leastThinking = 1_024;

/** Responses upstreams are told no less (OpenAI's API reference, `max_output_tokens`). */
const leastLimit = 16;

export interface BoundQuestion {
  readonly request: BillableRequest;
  /** Whoever may answer it. */
  readonly targets: readonly Target[];
  /** Whether tokens per minute are limited; only then is the prompt worth an estimate. */
  readonly isRated: boolean;
  /** What a tier rule asks for where the caller asks for nothing. */
  readonly effort?: Effort;
}

/**
 * Bounds what a question can cost. No tokenizer makes more tokens than the text has bytes, and the
 * JSON around it is longer than what stands for it in a prompt; only media and tools may count more.
 */
export function boundTokens(asked: BoundQuestion): TokenBound {
  const { request, targets } = asked;
  const canonical = readRequest(request);
  const answer = request.generatesText
    ? boundAnswer(canonical, asked)
    : { outputBound: 0, leastOutput: 0 };
  return {
    ...answer,
    inputBytesBound: boundPrompt({
      text: request.text,
      ...(canonical && { request: canonical }),
      models: targets.map(({ model }) => model),
      // What has no neutral form asks for a conversation or a prompt that only the provider has.
      liesElsewhere: request.generatesText && canonical === undefined,
    }),
    readsMore: canonical !== undefined && mayReadMore(canonical),
    hourlyCache: mayCacheAnHour(request.text),
    rateTokens: asked.isRated ? usualTokens(asked, answer.outputBound) : 0,
  };
}

function usualTokens({ request, targets }: BoundQuestion, outputBound: number): number {
  const family = familyOf(targets[0]?.model ?? request.summary.model);
  return estimatePrompt(request, family) + Math.min(outputBound, usualAnswer);
}

function boundAnswer(
  canonical: CanonicalRequest | undefined,
  { request, targets, effort }: BoundQuestion,
): Pick<TokenBound, 'outputBound' | 'leastOutput'> {
  const { candidates = 1, reasoning } = canonical ?? {};
  const budget = typeof reasoning?.budget === 'number' ? reasoning.budget : 0;
  const mayGetBudget =
    (reasoning !== undefined || effort !== undefined) &&
    targets.some(({ profile }) => profile.reasoning === 'budget');
  const room = mayGetBudget ? 2 * leastThinking : 0;
  const limit = Math.max(request.summary.maxOutputTokens ?? longestAnswer(targets), leastLimit);
  const most = limit < room ? limit + leastThinking : limit;
  const least = Math.max(budget + shortestAnswer, room);
  return { outputBound: candidates * most, leastOutput: candidates * Math.min(most, least) };
}

/** How many answers a question asks for, at least 1. */
export function countCandidates(request: BillableRequest): number {
  return readRequest(request)?.candidates ?? 1;
}

function longestAnswer(targets: readonly Target[]): number {
  return Math.max(0, ...targets.map(({ profile }) => profile.maxOutputTokens));
}
