/** The prompt of a request in tokens; used to reserve its cost and where an upstream reports no usage. */
import type { CanonicalRequest, RequestFacts } from '@parley/protocol';
import { estimateRequestTokens } from '../tokens/estimate-request.ts';
import { estimateTextTokens } from '../tokens/estimate-text.ts';
import type { TokenFamily } from '../tokens/token-family.ts';

/** What billing must know of a request. */
export interface BillableRequest {
  readonly summary: Pick<RequestFacts, 'model' | 'maxOutputTokens'>;
  /** The body as the caller wrote it. */
  readonly text: string;
  /** Whether a model answers it with text, so that output tokens are paid for. */
  readonly generatesText: boolean;
  /** @throws GatewayError when the request has no canonical form */
  canonical(): { readonly value: CanonicalRequest };
}

/**
 * The canonical form of a request that generates text. A request that only its own dialect understands
 * has none; it is then measured by its text.
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
    ? estimateTextTokens(request.text, family)
    : estimateRequestTokens(canonical, family);
}
