/** The base URLs of an upstream as its form reads and changes them. */
import { isDraft, textOf } from '../../configuration/draft.ts';
import { dialectNames, type Dialect } from '../../routing/dialects.ts';
import type { Provider } from './upstream-facts.ts';

/** Whether the provider has base URLs, and the upstream none that replaces them. */
export function usesOwnAddresses(provider: Provider | undefined, baseUrl: unknown): boolean {
  return textOf(baseUrl) === '' && Object.keys(provider?.base_urls ?? {}).length > 0;
}

/** The provider's base URL for a format, or what one looks like. @param only the only format, if there is one */
export function exampleOf(provider: Provider | undefined, only: unknown): string {
  const format = (only ?? provider?.dialect ?? 'openai-chat') as Dialect;
  return provider?.base_urls[format] ?? provider?.base_url_examples[format] ?? '';
}

/** One base URL as one for each of its formats. */
export function splitAddress(baseUrl: unknown, formats: readonly string[]): unknown {
  if (isDraft(baseUrl)) return baseUrl;
  const address = textOf(baseUrl);
  return address === '' ? {} : Object.fromEntries(formats.map((format) => [format, address]));
}

/** Base URLs by format as one, that of the first format which has one. */
export function joinAddresses(baseUrl: unknown, formats: readonly string[]): string {
  if (!isDraft(baseUrl)) return textOf(baseUrl);
  return formats.map((format) => textOf(baseUrl[format])).find((address) => address !== '') ?? '';
}

export function nameOf(dialect: string): string {
  return dialectNames[dialect as Dialect];
}
