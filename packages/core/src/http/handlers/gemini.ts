/** The generation endpoints of the Gemini dialect, whose paths name the model and the action. */
import { codecOf, GatewayError } from '@parley/protocol';
import { countTokens } from '../../pipeline/operations/count-tokens.ts';
import { embedNatively } from '../../pipeline/operations/embed.ts';
import { generate } from '../../pipeline/operations/generate.ts';
import type { Operation } from '../../pipeline/operations/operation.ts';
import { runExchange } from '../../pipeline/pipeline.ts';
import type { EndpointRequest } from '../../pipeline/receive.ts';
import type { EndpointCall } from '../endpoint.ts';
import { serveCaller } from './serve-caller.ts';

/** Model and action of a Gemini path. */
export interface GeminiPath {
  /** The call name, decoded once. */
  readonly model: string;
  readonly action: string;
}

/** A call name of any characters, the last colon, and an action of letters. */
const pattern = /^(.+):([A-Za-z]+)$/;

/** The prefix that names have in Google's list of models. */
const prefix = /^models\/(?=.)/;

/**
 * Parses what follows `/models/` in a Gemini path: the model, the last colon and the action. The name is
 * percent-decoded once and then only looked up, so no spelling of a path can lead anywhere else. Returns
 * `undefined` for every other path.
 */
export function parseGeminiPath(rest: string): GeminiPath | undefined {
  const [, name, action] = pattern.exec(rest) ?? [];
  if (name === undefined || action === undefined) return undefined;
  try {
    return { model: decodeURIComponent(name).replace(prefix, ''), action };
  } catch {
    return undefined;
  }
}

const models = '/models/';

/** The operation of each action. */
const operations = new Map<string, Operation>([
  ['generateContent', generate],
  ['streamGenerateContent', generate],
  ['countTokens', countTokens],
  ['embedContent', embedNatively],
  ['batchEmbedContents', embedNatively],
]);

/** `POST /v1beta/models/{model}:{action}` and the same below `/v1`. */
export async function serveGemini(call: EndpointCall): Promise<Response | undefined> {
  const { gateway, request, host, endpoint, path } = call;
  const named = parseGeminiPath(path.slice(path.indexOf(models) + models.length));
  const operation = operations.get(named?.action ?? '');
  if (named === undefined || operation === undefined) {
    return serveCaller(call, () => {
      throw unknownPath();
    });
  }
  const stream = named.action === 'streamGenerateContent';
  const sse = new URL(request.url).searchParams.get('alt') === 'sse';
  const called: EndpointRequest = {
    request,
    host,
    path: `/v1beta/models/*:${named.action}`,
    inbound: codecOf(endpoint.dialect),
    address: { model: named.model, stream, action: named.action },
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
