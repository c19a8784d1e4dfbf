import { codecOf, GatewayError } from '@parley/protocol';
import type { GatewayContext } from '../context.ts';
import { countTokens } from '../pipeline/operations/count-tokens.ts';
import { embedNatively } from '../pipeline/operations/embed.ts';
import { generate } from '../pipeline/operations/generate.ts';
import type { Operation } from '../pipeline/operations/operation.ts';
import { runExchange } from '../pipeline/pipeline.ts';
import type { IncomingRequest } from '../context.ts';
import type { EndpointRequest } from '../pipeline/receive.ts';
import { parseGeminiPath } from './gemini-path.ts';
import { answerLookup } from './models.ts';

/** What each action of a native path asks for. */
const operations = new Map<string, Operation>([
  ['generateContent', generate],
  ['streamGenerateContent', generate],
  ['countTokens', countTokens],
  ['embedContent', embedNatively],
  ['batchEmbedContents', embedNatively],
]);

/** `POST /v1beta/models/*`: the part behind `/models/` names the model and the action. */
export async function serveGemini(
  gateway: GatewayContext,
  lookup: IncomingRequest,
  rest: string,
): Promise<Response> {
  const inbound = codecOf('gemini-generate');
  const asked = parseGeminiPath(rest);
  const operation = operations.get(asked?.action ?? '');
  if (asked === undefined || operation === undefined) {
    return answerLookup(gateway, lookup, () => {
      throw unknownPath();
    });
  }
  const stream = asked.action === 'streamGenerateContent';
  const sse = new URL(lookup.request.url).searchParams.get('alt') === 'sse';
  const called: EndpointRequest = {
    ...lookup,
    path: `/v1beta/models/*:${asked.action}`,
    inbound,
    address: { model: asked.model, stream, action: asked.action },
    format: stream && !sse ? 'json-array' : 'event-stream',
  };
  return runExchange(gateway, called, operation);
}

function unknownPath(): GatewayError {
  const actions = [...operations.keys()].join(', ');
  return new GatewayError('not-found', `There is no such action; there are ${actions}.`, {
    reason: 'unknown_endpoint',
  });
}
