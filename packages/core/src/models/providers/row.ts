/** Makes providers of rows, the short form that most vendors need. */
import type { Provider } from './provider.ts';

/**
 * A vendor that needs nothing but facts: id, name, credential environment name, chat address and,
 * where it has one that serves the same models, messages address.
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

/** The same for a vendor that answers Responses at its chat address, for the same models. */
export function providerWithResponses(row: ProviderRow): Provider {
  const provider = providerOf(row);
  return { ...provider, baseUrls: { ...provider.baseUrls, 'openai-responses': row[3] } };
}
