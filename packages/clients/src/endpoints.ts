/** The endpoints of a gateway, by protocol. */
import type { Dialect } from './client.ts';
import { writePath } from './text.ts';

export interface Endpoint {
  readonly id: 'chat' | 'messages' | 'responses' | 'gemini' | 'models' | 'usage';
  readonly title: string;
  /** The wire format of bodies; absent when there is no body. */
  readonly dialect?: Dialect;
  /** The base URL for clients of this protocol. */
  readonly baseUrl: string;
  readonly method: 'GET' | 'POST';
  /** The full URL; `{model}` stands for a call name. */
  readonly address: string;
  /** The header with the key; `{key}` stands for the key itself. */
  readonly credential: string;
}

const bearer = 'Authorization: Bearer {key}';

/**
 * The endpoints of a gateway.
 * @param url its base URL, without a final slash and without `/v1`
 */
export function describeEndpoints(url: string): readonly Endpoint[] {
  const versioned = `${url}/v1`;
  return [
    {
      id: 'chat',
      title: 'Chat completions',
      dialect: 'openai-chat',
      baseUrl: versioned,
      method: 'POST',
      address: `${versioned}/chat/completions`,
      credential: bearer,
    },
    {
      id: 'messages',
      title: 'Messages',
      dialect: 'anthropic-messages',
      baseUrl: url,
      method: 'POST',
      address: `${versioned}/messages`,
      credential: 'x-api-key: {key}',
    },
    {
      id: 'responses',
      title: 'Responses',
      dialect: 'openai-responses',
      baseUrl: versioned,
      method: 'POST',
      address: `${versioned}/responses`,
      credential: bearer,
    },
    {
      id: 'gemini',
      title: 'Gemini',
      dialect: 'gemini-generate',
      baseUrl: url,
      method: 'POST',
      address: `${url}/v1beta/models/{model}:generateContent`,
      credential: 'x-goog-api-key: {key}',
    },
    {
      id: 'models',
      title: 'Models',
      baseUrl: versioned,
      method: 'GET',
      address: `${versioned}/models`,
      credential: bearer,
    },
    {
      id: 'usage',
      title: 'Usage of the key',
      baseUrl: versioned,
      method: 'GET',
      address: `${versioned}/usage`,
      credential: bearer,
    },
  ];
}

/** The URL and the header for one request. */
export interface CallAddress {
  readonly address: string;
  /** The header with the key. */
  readonly credential: string;
}

/** @throws Error for an unknown dialect */
export function findCallAddress(
  dialect: Dialect,
  { url, key, model, stream }: { url: string; key: string; model: string; stream: boolean },
): CallAddress {
  const endpoint = describeEndpoints(url).find((each) => each.dialect === dialect);
  if (endpoint === undefined) throw new Error(`Unknown dialect ${dialect}.`);
  const address = endpoint.address
    .replace(':generateContent', stream ? ':streamGenerateContent?alt=sse' : '$&')
    .replace('{model}', () => writePath(model));
  return { address, credential: endpoint.credential.replace('{key}', () => key) };
}
