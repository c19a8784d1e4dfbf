import type { HeaderInput } from '../answer.ts';
import type { Answer, Behaviour } from '../behaviour.ts';
import { readField } from '../upstream/scripted-request.ts';
import type { ScriptedRequest } from '../upstream/scripted-request.ts';
import { chatReply, chatStream } from './chat.ts';
import type { ReplyDescription, StreamOptions } from './description.ts';
import { httpError } from './errors.ts';
import type { ErrorDescription } from './errors.ts';
import { messagesReply, messagesStream } from './messages.ts';
import { modelEntry, modelList } from './models.ts';
import { jsonReply } from './raw.ts';

/** A script that gives an HTTP answer. */
export type AnswerScript = (request: ScriptedRequest) => Answer;

function readModel(request: ScriptedRequest): string | undefined {
  const model = readField(request.body, 'model');
  return typeof model === 'string' ? model : undefined;
}

function wantsUsage(request: ScriptedRequest): boolean {
  return readField(readField(request.body, 'stream_options'), 'include_usage') === true;
}

function answerGeneration(
  request: ScriptedRequest,
  description: ReplyDescription,
  options: StreamOptions,
): Answer {
  const model = description.model ?? readModel(request) ?? 'scripted-model';
  const named = { ...description, model };
  if (request.endpoint === 'messages') {
    return request.stream ? messagesStream(named, options) : messagesReply(named);
  }
  if (!request.stream) return chatReply(named);
  return chatStream(named, { includeUsage: wantsUsage(request), ...options });
}

/**
 * Answers as the format asked for would: whole or streamed, with the model asked for, and with a
 * usage chunk only on request. Paths that are no endpoint get 404.
 */
export function answerWith(
  description: ReplyDescription,
  options: StreamOptions = {},
): AnswerScript {
  return (request) => {
    if (request.method !== 'POST') return httpError(request.dialect, 404);
    if (request.endpoint === 'count-tokens') return jsonReply({ input_tokens: 12 });
    if (request.endpoint === 'other') return httpError(request.dialect, 404);
    return answerGeneration(request, description, options);
  };
}

/** Answers every request with an HTTP error in the envelope of its format. */
export function failWith(
  status: number,
  description: ErrorDescription & { readonly headers?: HeaderInput } = {},
): AnswerScript {
  return (request) => httpError(request.dialect, status, description);
}

/** Lists models, or gives the one whose name ends the path (percent-encoded or not). */
export function answerModels(ids: readonly string[]): AnswerScript {
  return (request) => {
    const name = /\/models\/(.+)$/.exec(request.path)?.[1];
    if (name === undefined) return modelList(request.dialect, ids);
    const id = ids.find((known) => known === name || encodeURIComponent(known) === name);
    return id === undefined ? httpError(request.dialect, 404) : modelEntry(request.dialect, id);
  };
}

/** Changes what a script answers: paces it, cuts it, or gives something else. */
export function reshape(
  script: AnswerScript,
  change: (answer: Answer, request: ScriptedRequest) => Behaviour,
): (request: ScriptedRequest) => Behaviour {
  return (request) => change(script(request), request);
}
