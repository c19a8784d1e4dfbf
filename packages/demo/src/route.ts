/** The addresses at which the demo answers, and what each of them asks for; used by the transport. */
import type { DialectId, RequestAddress } from '@parley/protocol';
import type { DemoCall } from './types.ts';

/** What a call asks for. */
export type DemoAction = 'list' | 'generate' | 'count' | 'embed';

/** Where a call leads. */
export interface DemoRoute {
  readonly action: DemoAction;
  readonly dialect: DialectId;
  /** What the path says, in the dialect whose bodies do not say it. */
  readonly address?: RequestAddress;
}

/** Base address of each dialect. The scheme is one that no network serves. */
export const demoBaseUrls: Readonly<Record<DialectId, string>> = {
  'openai-chat': 'demo://builtin/v1',
  'anthropic-messages': 'demo://builtin',
  'gemini-generate': 'demo://builtin',
  'openai-responses': 'demo://builtin/v1',
};

const routes: ReadonlyMap<string, DemoRoute> = new Map<string, DemoRoute>([
  ['GET demo://builtin/v1/models', { action: 'list', dialect: 'openai-chat' }],
  ['GET demo://builtin/v1beta/models', { action: 'list', dialect: 'gemini-generate' }],
  ['POST demo://builtin/v1/chat/completions', { action: 'generate', dialect: 'openai-chat' }],
  ['POST demo://builtin/v1/embeddings', { action: 'embed', dialect: 'openai-chat' }],
  ['POST demo://builtin/v1/messages', { action: 'generate', dialect: 'anthropic-messages' }],
  [
    'POST demo://builtin/v1/messages/count_tokens',
    { action: 'count', dialect: 'anthropic-messages' },
  ],
  ['POST demo://builtin/v1/responses', { action: 'generate', dialect: 'openai-responses' }],
  [
    'POST demo://builtin/v1/responses/input_tokens',
    { action: 'count', dialect: 'openai-responses' },
  ],
]);

const geminiStart = 'POST demo://builtin/v1beta/models/';

const geminiActions: ReadonlyMap<string, DemoAction> = new Map<string, DemoAction>([
  ['generateContent', 'generate'],
  ['streamGenerateContent', 'generate'],
  ['countTokens', 'count'],
  ['embedContent', 'embed'],
  ['batchEmbedContents', 'embed'],
]);

/** Finds out what a call asks for, whatever its query; `undefined` for an unknown address. */
export function findRoute({
  method,
  url,
}: Pick<DemoCall, 'method' | 'url'>): DemoRoute | undefined {
  const [path = ''] = url.split('?', 1);
  const called = `${method} ${path}`;
  return called.startsWith(geminiStart)
    ? findGeminiRoute(called.slice(geminiStart.length))
    : routes.get(called);
}

/** A model of any characters, perhaps behind `models/`, the last colon, and an action of letters. */
const geminiPath = /^(?:models\/)?(.+):([A-Za-z]+)$/;

function findGeminiRoute(path: string): DemoRoute | undefined {
  const [, name = '', word = ''] = geminiPath.exec(path) ?? [];
  const action = geminiActions.get(word);
  const model = decode(name);
  if (action === undefined || model === undefined) return undefined;
  const stream = word === 'streamGenerateContent';
  return { action, dialect: 'gemini-generate', address: { model, stream } };
}

function decode(name: string): string | undefined {
  try {
    return decodeURIComponent(name);
  } catch {
    return undefined;
  }
}
