/** Requests to `/v1/chat/completions` of a gateway, and its answers; used by `chat`. */
import { EventSourceParserStream } from 'eventsource-parser/stream';
import * as z from 'zod';
import { CommandError, exitCodes, type ExitCode } from '../failure.ts';
import { noGateway } from './address.ts';

/** One message of a conversation. */
export interface Message {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** A conversation, and the gateway and the model that continue it. */
export interface Prompt {
  /** Without a final slash and without `/v1`. */
  readonly url: string;
  readonly key: string;
  readonly model: string;
  readonly messages: readonly Message[];
  readonly signal?: AbortSignal;
}

/** What a stream says besides its text. */
export interface StreamEnd {
  /** Such as `stop` or `length`. */
  readonly finishReason?: string | undefined;
}

const failure = z.object({ error: z.object({ message: z.string() }) });

const chunk = z.object({
  error: failure.shape.error.optional(),
  choices: z
    .array(
      z.object({
        delta: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
        finish_reason: z.string().nullish(),
      }),
    )
    .optional(),
});

/**
 * Asks for a whole answer.
 * @returns the body of the response
 * @throws CommandError with the message of the gateway
 */
export async function requestReply(prompt: Prompt): Promise<unknown> {
  return (await post(prompt, {})).json();
}

/**
 * Asks for a streamed answer, and passes its text on as it arrives.
 * @throws CommandError with the message of the gateway, or when the stream breaks off
 */
export async function streamReply(
  prompt: Prompt,
  onText: (text: string) => void,
): Promise<StreamEnd> {
  const response = await post(prompt, { stream: true });
  let finishReason: string | undefined;
  for await (const data of readEvents(response)) {
    if (data === '[DONE]') return { finishReason };
    const { error, choices: [choice] = [] } = chunk.parse(JSON.parse(data));
    if (error !== undefined) throw new CommandError(error.message, exitCodes.upstream);
    const { delta, finish_reason: reason } = choice ?? {};
    onText(delta?.content ?? delta?.refusal ?? '');
    finishReason = reason ?? finishReason;
  }
  throw new CommandError('The answer broke off.', exitCodes.upstream);
}

async function* readEvents({ body }: Response): AsyncGenerator<string> {
  if (body === null) return;
  const events = body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream());
  for await (const { data } of events) yield data;
}

async function post(
  { url, key, model, messages, signal }: Prompt,
  fields: Readonly<Record<string, unknown>>,
): Promise<Response> {
  const response = await fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model, messages, ...fields }),
    ...(signal !== undefined && { signal }),
  }).catch((error: unknown) => {
    if (signal?.aborted === true) throw error;
    throw noGateway(url);
  });
  if (response.ok) return response;
  throw await readFailure(response);
}

async function readFailure(response: Response): Promise<CommandError> {
  const { status } = response;
  const body = failure.safeParse(await response.json().catch(() => undefined));
  const message = body.data?.error.message ?? `The server answered with status ${status}.`;
  return new CommandError(message, chooseExitCode(status));
}

function chooseExitCode(status: number): ExitCode {
  if (status === 401 || status === 403) return exitCodes.forbidden;
  if (status === 404) return exitCodes.notFound;
  return status >= 500 ? exitCodes.upstream : exitCodes.failed;
}
