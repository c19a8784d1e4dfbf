/** Finds the format and the endpoint of a request from its path and headers. */
import type { HeaderRecord } from '../wire/head.ts';

/** A wire format of the scripted upstream. */
export type Dialect = 'openai-chat' | 'anthropic-messages' | 'gemini-generate' | 'openai-responses';

/** The endpoint of a path, regardless of its prefix. */
export type Endpoint =
  | 'chat-completions'
  | 'messages'
  | 'generate-content'
  | 'responses'
  | 'count-tokens'
  | 'embeddings'
  | 'embed-content'
  | 'batch-embed-contents'
  | 'models'
  | 'other';

/** What the path and the headers of a request determine. */
export interface Place {
  readonly endpoint: Endpoint;
  readonly dialect: Dialect;
  /** The model in the path, decoded. */
  readonly model: string | undefined;
  /** Whether the path requests a stream; `undefined` where the body determines that. */
  readonly stream: boolean | undefined;
}

const endpointPatterns: readonly (readonly [RegExp, Endpoint, Dialect])[] = [
  [/\/chat\/completions$/, 'chat-completions', 'openai-chat'],
  [/\/embeddings$/, 'embeddings', 'openai-chat'],
  [/\/messages$/, 'messages', 'anthropic-messages'],
  [/\/messages\/count_tokens$/, 'count-tokens', 'anthropic-messages'],
  [/\/responses$/, 'responses', 'openai-responses'],
  [/\/responses\/input_tokens$/, 'count-tokens', 'openai-responses'],
];

/** The action in the generate format: the part after the model name and a colon. */
const actions: ReadonlyMap<string, Endpoint> = new Map([
  ['generateContent', 'generate-content'],
  ['streamGenerateContent', 'generate-content'],
  ['countTokens', 'count-tokens'],
  ['embedContent', 'embed-content'],
  ['batchEmbedContents', 'batch-embed-contents'],
]);

/** A path of Google's native API; its OpenAI-compatible API is excluded. */
const googlePath = /\/v1beta\/(?!openai\/)/;

/** The format that the client expects for a path that several formats share, such as a list of models. */
function guessDialect(path: string, headers: HeaderRecord): Dialect {
  if (googlePath.test(path)) return 'gemini-generate';
  if ('anthropic-version' in headers) return 'anthropic-messages';
  const google = 'x-goog-api-key' in headers || 'x-goog-api-client' in headers;
  return google ? 'gemini-generate' : 'openai-chat';
}

/** Names may be percent-encoded; a name with an invalid encoding is kept. */
function decodeName(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** Parses the part after `/models/`. Names may contain colons, so the action follows the last one. */
function readNamed(named: string): Omit<Place, 'dialect'> {
  const colon = named.lastIndexOf(':');
  const action = named.slice(colon + 1);
  const endpoint = actions.get(action);
  if (colon < 1 || endpoint === undefined) {
    return { endpoint: 'models', model: decodeName(named), stream: undefined };
  }
  const model = decodeName(named.slice(0, colon));
  return { endpoint, model, stream: action === 'streamGenerateContent' };
}

/** Finds the endpoint of a request. @param path the target without its query, not decoded */
export function findPlace(path: string, headers: HeaderRecord): Place {
  const known = endpointPatterns.find(([pattern]) => pattern.test(path));
  if (known) return { endpoint: known[1], dialect: known[2], model: undefined, stream: undefined };
  const named = /\/models\/(.+)$/.exec(path)?.[1];
  if (named === undefined) {
    const endpoint = path.endsWith('/models') ? 'models' : 'other';
    return { endpoint, dialect: guessDialect(path, headers), model: undefined, stream: undefined };
  }
  const place = readNamed(named);
  const shared = place.endpoint === 'models';
  return { ...place, dialect: shared ? guessDialect(path, headers) : 'gemini-generate' };
}
