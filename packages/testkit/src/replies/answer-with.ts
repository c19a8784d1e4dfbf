/** Scripts that respond in the format of each request: with a reply, an error or a list of models. */
import { send } from '../behaviour.ts';
import type { Answer, Behaviour } from '../behaviour.ts';
import type { Endpoint } from '../upstream/endpoint.ts';
import { readField } from '../upstream/scripted-request.ts';
import type { ScriptedRequest } from '../upstream/scripted-request.ts';
import {
  answerBatchEmbedContents,
  answerEmbedContent,
  answerEmbeddings,
} from './answer-embeddings.ts';
import { chatReply, chatStream } from './chat.ts';
import type { ReplyDescription, StreamOptions } from './description.ts';
import { httpError } from './errors.ts';
import type { HttpErrorDescription } from './errors.ts';
import { countPrompt } from './exchange.ts';
import type { Exchange } from './exchange.ts';
import { geminiArrayStream, geminiReply, geminiStream } from './gemini.ts';
import { messagesReply, messagesStream } from './messages.ts';
import { modelEntry, modelList } from './models.ts';
import { responsesReply, responsesStream } from './responses.ts';
import { tokenCount } from './token-count.ts';

/** A script that returns an HTTP response. */
export type AnswerScript = (request: ScriptedRequest) => Answer;

function answerChat({ request, description, options }: Exchange): Answer {
  if (!request.stream) return chatReply(description);
  const includeUsage =
    readField(readField(request.body, 'stream_options'), 'include_usage') === true;
  return chatStream(description, { includeUsage, ...options });
}

function answerMessages({ request, description, options }: Exchange): Answer {
  return request.stream ? messagesStream(description, options) : messagesReply(description);
}

/** A stream that is not requested as events is a JSON array. */
function wantsArray(request: ScriptedRequest): boolean {
  const streams = request.endpoint === 'generate-content' && request.stream;
  return streams && request.query.get('alt') !== 'sse';
}

function answerGemini({ request, description, options }: Exchange): Answer {
  if (wantsArray(request)) return geminiArrayStream(description, options);
  return request.stream ? geminiStream(description, options) : geminiReply(description);
}

/** Encrypted reasoning is only sent when the request includes it. */
function answerResponses({ request, description, options }: Exchange): Answer {
  const include = readField(request.body, 'include');
  const asked = Array.isArray(include) && include.includes('reasoning.encrypted_content');
  const given = asked ? description : { ...description, signature: '' };
  return request.stream ? responsesStream(given, options) : responsesReply(given);
}

function answerCount(exchange: Exchange): Answer {
  return tokenCount(exchange.request.dialect, countPrompt(exchange) ?? undefined);
}

function answerNotFound({ request }: Exchange): Answer {
  return httpError(request.dialect, 404);
}

const answers: Readonly<Record<Endpoint, (exchange: Exchange) => Answer>> = {
  'chat-completions': answerChat,
  messages: answerMessages,
  'generate-content': answerGemini,
  responses: answerResponses,
  'count-tokens': answerCount,
  embeddings: answerEmbeddings,
  'embed-content': answerEmbedContent,
  'batch-embed-contents': answerBatchEmbedContents,
  models: answerNotFound,
  other: answerNotFound,
};

/**
 * Responds in the format of the request: whole or streamed, with the requested model, and with a usage chunk
 * or encrypted reasoning only on request. Embeddings and token counts follow from the request and the
 * described usage. Unknown paths get 404.
 */
export function answerWith(
  description: ReplyDescription,
  options: StreamOptions = {},
): AnswerScript {
  return (request) => {
    const model = description.model ?? request.model ?? 'scripted-model';
    const exchange = { request, description: { ...description, model }, options };
    return request.method === 'POST'
      ? answers[request.endpoint](exchange)
      : answerNotFound(exchange);
  };
}

/**
 * Responds to every request with an HTTP error in the envelope of its format; where the request expects a
 * JSON array, the error is its only element.
 */
export function failWith(status: number, description: HttpErrorDescription = {}): AnswerScript {
  return (request) => {
    const answer = httpError(request.dialect, status, description);
    return wantsArray(request)
      ? { ...answer, body: [send('['), ...answer.body, send(']')] }
      : answer;
  };
}

/** Lists models, or returns the one that the path names. */
export function answerModels(ids: readonly string[]): AnswerScript {
  return ({ dialect, model }) => {
    if (model === undefined) return modelList(dialect, ids);
    return ids.includes(model) ? modelEntry(dialect, model) : httpError(dialect, 404);
  };
}

/** Changes the responses of a script, for example delays or truncates them. */
export function reshape(
  script: AnswerScript,
  change: (answer: Answer, request: ScriptedRequest) => Behaviour,
): (request: ScriptedRequest) => Behaviour {
  return (request) => change(script(request), request);
}
