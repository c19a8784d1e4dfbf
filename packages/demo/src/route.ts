import type { DialectId, RequestAddress } from '@parley/protocol';
import { parseGeminiPath } from '../../../http/gemini-path.ts';
import type { UpstreamCall } from '../../../ports.ts';

/** What a call asks for. */
export type DemoAction = 'list' | 'generate' | 'count' | 'embed';

/** Where a call leads. */
export interface DemoRoute {
  readonly action: DemoAction;
  readonly dialect: DialectId;
  /** What the path says, in the dialect whose bodies do not say it. */
  readonly address?: RequestAddress;
}

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

const nativeStart = 'POST demo://builtin/v1beta/models/';

const nativeActions: ReadonlyMap<string, DemoAction> = new Map<string, DemoAction>([
  ['generateContent', 'generate'],
  ['streamGenerateContent', 'generate'],
  ['countTokens', 'count'],
  ['embedContent', 'embed'],
  ['batchEmbedContents', 'embed'],
]);

/** Finds out what a call asks for, whatever its query; `undefined` where there is nothing. */
export function findRoute({ method, url }: UpstreamCall): DemoRoute | undefined {
  const [path = ''] = url.split('?', 1);
  const called = `${method} ${path}`;
  const native = called.startsWith(nativeStart) ? called.slice(nativeStart.length) : undefined;
  return native === undefined ? routes.get(called) : findNativeRoute(native);
}

function findNativeRoute(path: string): DemoRoute | undefined {
  const asked = parseGeminiPath(path);
  const action = nativeActions.get(asked?.action ?? '');
  if (asked === undefined || action === undefined) return undefined;
  const stream = asked.action === 'streamGenerateContent';
  return { action, dialect: 'gemini-generate', address: { model: asked.model, stream } };
}
