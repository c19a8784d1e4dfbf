/** Creates providers from rows, the short form that most vendors need. */
import type { Provider } from './provider.ts';

/**
 * A vendor as plain facts: id, name, credential variable, chat base URL and, where it has one that serves the
 * same models, messages base URL.
 */
export type ProviderRow = readonly [
  id: string,
  name: string,
  credential: string,
  chat: string,
  messages?: string,
];

/** Vendors with both dialects document `authorization: Bearer` for both. */
export function providerOf([id, name, credential, chat, messages]: ProviderRow): Provider {
  const common = { id, name, credentialEnvironment: [credential] };
  if (messages === undefined) return { ...common, baseUrls: { 'openai-chat': chat } };
  return {
    ...common,
    baseUrls: { 'openai-chat': chat, 'anthropic-messages': messages },
    authorization: 'bearer',
  };
}

/** The same for a vendor that offers Responses at its chat base URL, for the same models. */
export function providerWithResponses(row: ProviderRow): Provider {
  const provider = providerOf(row);
  return { ...provider, baseUrls: { ...provider.baseUrls, 'openai-responses': row[3] } };
}
