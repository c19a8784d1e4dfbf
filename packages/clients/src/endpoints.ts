// Where a gateway answers what, by protocol.
import type { Dialect } from './client.ts';
import { writePath } from './text.ts';

/** One kind of request that a gateway answers. */
export interface Endpoint {
  readonly id: 'chat' | 'messages' | 'responses' | 'gemini' | 'models' | 'usage';
  readonly title: string;
  /** The wire format of bodies; absent where there is none. */
  readonly dialect?: Dialect;
  /** What the clients of this protocol are given as base address. */
  readonly baseUrl: string;
  readonly method: 'GET' | 'POST';
  /** The whole address; `{model}` stands for a call name. */
  readonly address: string;
  /** The header of the key, with `{key}` for the key itself. */
  readonly credential: string;
}

const bearer = 'Authorization: Bearer {key}';

/**
 * The endpoints of a gateway.
 * @param url its base address, without a final slash and without `/v1`
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

/** Where one request of a dialect goes. */
export interface Target {
  readonly address: string;
  /** The header of the key, with the key. */
  readonly credential: string;
}

/** @throws Error when the dialect is none */
export function findTarget(
  dialect: Dialect,
  { url, key, model, stream }: { url: string; key: string; model: string; stream: boolean },
): Target {
  const endpoint = describeEndpoints(url).find((each) => each.dialect === dialect);
  if (endpoint === undefined) throw new Error(`There is no dialect ${dialect}.`);
  const address = endpoint.address
    .replace(':generateContent', stream ? ':streamGenerateContent?alt=sse' : '$&')
    .replace('{model}', () => writePath(model));
  return { address, credential: endpoint.credential.replace('{key}', () => key) };
}
