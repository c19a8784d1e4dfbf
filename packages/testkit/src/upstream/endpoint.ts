import type { HeaderRecord } from '../wire/head.ts';

/** A wire format the scripted upstream speaks. */
export type Dialect = 'openai-chat' | 'anthropic-messages' | 'gemini-generate' | 'openai-responses';

/** What a path asks for, whatever stands before it. */
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

/** What the path and the headers of a request say. */
export interface Place {
  readonly endpoint: Endpoint;
  readonly dialect: Dialect;
  /** The model that the path names, decoded. */
  readonly model: string | undefined;
  /** Whether the path asks for a stream; `undefined` where that is for the body to say. */
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

/** What the generate format writes behind the name of a model and a colon. */
const actions: ReadonlyMap<string, Endpoint> = new Map([
  ['generateContent', 'generate-content'],
  ['streamGenerateContent', 'generate-content'],
  ['countTokens', 'count-tokens'],
  ['embedContent', 'embed-content'],
  ['batchEmbedContents', 'batch-embed-contents'],
]);

/** A surface of Google's own; the chat surface that it has beside it is not one. */
const googlePath = /\/v1beta\/(?!openai\/)/;

/** Whose list of models, or whose error, a client expects of a path that several formats share. */
function guessDialect(path: string, headers: HeaderRecord): Dialect {
  if (googlePath.test(path)) return 'gemini-generate';
  if ('anthropic-version' in headers) return 'anthropic-messages';
  const google = 'x-goog-api-key' in headers || 'x-goog-api-client' in headers;
  return google ? 'gemini-generate' : 'openai-chat';
}

/** Names come percent-encoded or not; what is no encoding is a name as it stands. */
function decodeName(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** Reads what follows `/models/`. Names may hold colons themselves, so the action is the last. */
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

/** Tells what a request asks for. @param path the target without its query, not decoded */
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
