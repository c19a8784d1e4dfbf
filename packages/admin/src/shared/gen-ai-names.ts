/** The names of operations and providers in OpenTelemetry's conventions for generative AI; for metrics and traces. */
import type { ExchangeSummary } from '@parley/core/extension';

/** The operations by the end of the path; everything else is a chat. */
const operations: readonly (readonly [RegExp, string])[] = [
  [/\/embeddings$|:(?:batchE|e)mbedContents?$/, 'embeddings'],
  [/^\/v1\/completions$/, 'text_completion'],
  [/:(?:g|streamG)enerateContent$/, 'generate_content'],
  [/\/(?:count_tokens|input_tokens)$|:countTokens$/, 'count_tokens'],
];

export function operationOf({ endpoint }: Pick<ExchangeSummary, 'endpoint'>): string {
  return operations.find(([pattern]) => pattern.test(endpoint))?.[1] ?? 'chat';
}

/** The names of the conventions for vendors that Parley calls otherwise. */
const providerNames: ReadonlyMap<string, string> = new Map([
  ['google', 'gcp.gemini'],
  ['mistral', 'mistral_ai'],
  ['moonshotai', 'moonshot_ai'],
  ['xai', 'x_ai'],
]);

/** @param provider the id of the provider; empty when it is not known */
export function providerName(provider: string): string {
  return providerNames.get(provider) ?? provider;
}
