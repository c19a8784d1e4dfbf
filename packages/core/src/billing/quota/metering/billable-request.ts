/** What billing reads of a request: its canonical form, where it has one, and the estimate of its prompt. */
import type { CanonicalRequest } from '@parley/protocol';
import { estimateRequestTokens } from '../../tokens/estimate-request.ts';
import { estimateTextTokens } from '../../tokens/estimate-text.ts';
import type { TokenFamily } from '../../tokens/token-family.ts';

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
export function canonicalOf(request: BillableRequest): CanonicalRequest | undefined {
  if (!request.generatesText) return undefined;
  try {
    return request.canonical().value;
  } catch {
    return undefined;
  }
}

/** Estimates the prompt of a request, in tokens. */
export function estimatePrompt(request: BillableRequest, family: TokenFamily): number {
  const canonical = canonicalOf(request);
  return canonical === undefined
    ? estimateTextTokens(request.body().text, family)
    : estimateRequestTokens(canonical, family);
}

/** How many replies a request asks for, at least 1. */
export function countCandidates(request: BillableRequest): number {
  return canonicalOf(request)?.candidates ?? 1;
}
