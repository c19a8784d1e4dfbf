// Requests and expectations that many scenarios share.
import {
  at,
  check,
  checkAbsent,
  checkEqual,
  checkMatch,
  checkStatus,
  Mismatch,
  shorten,
} from '../check.ts';
import { clientFormats } from '../formats/client-formats.ts';
import type {
  ClientFormat,
  ErrorReading,
  RequestInput,
  StreamReading,
} from '../formats/client-format.ts';
import type { Call, Reply } from '../http/client.ts';
import { readEventStream, type EventStream } from '../http/event-stream.ts';
import type { ScenarioContext } from '../scenario.ts';
import {
  upstreamCredential,
  upstreamFormats,
  type UpstreamFormat,
} from '../gateway/configuration.ts';

export interface ExpectedError {
  readonly status: number;
  readonly type?: string;
  readonly code?: string;
  /** Part of the message. */
  readonly message?: string;
  /** Whether it may be an upstream's own error, whose code and id may be absent or different. */
  readonly relayed?: boolean;
}

/** Checks the properties of every error, and those of this one. */
export function expectError(
  { target }: ScenarioContext,
  clientFormat: ClientFormat,
  { reply, ...expected }: ExpectedError & { readonly reply: Reply },
): ErrorReading {
  checkStatus(reply, expected.status);
  checkErrorHead(reply);
  const relayed = expected.relayed === true;
  const error = relayed
    ? clientFormat.readRelayedError(reply.body)
    : clientFormat.readError(reply.body);
  if (clientFormat.name === 'gemini')
    checkEqual(at(reply.body, 'error', 'code'), reply.status, 'the code');
  else if (!relayed) {
    checkEqual(at(reply.body, 'request_id'), reply.headers['x-request-id'], 'request_id');
  }
  if (expected.type !== undefined) checkEqual(error.type, expected.type, 'the type');
  if (expected.code !== undefined) checkEqual(error.code, expected.code, 'the code');
  check(error.message.includes(expected.message ?? ''), `the message is ${error.message}`);
  for (const secret of [target.key, target.testGateway?.address ?? '', upstreamCredential]) {
    checkAbsent(reply.text, secret, 'a secret');
  }
  checkAbsent(reply.text, 'node_modules', 'a path');
  check(!/\\n\s+at /.test(reply.text), `a stack is in ${reply.text}`);
  return error;
}

function checkErrorHead({ headers }: Reply): void {
  checkMatch(headers['content-type'] ?? '', /^application\/json/, 'content-type');
  checkEqual(headers['cache-control'], 'no-store', 'cache-control');
  checkMatch(headers['x-request-id'] ?? '', /./, 'x-request-id');
  checkMatch(headers['x-should-retry'] ?? '', /^(?:true|false)$/, 'x-should-retry');
  const wait = headers['retry-after'];
  if (wait !== undefined) check(/^\d+$/.test(wait) && Number(wait) <= 60, `retry-after is ${wait}`);
}

/** Sends a request and reads the whole response, which must succeed. */
export async function sendWhole(
  context: ScenarioContext,
  clientFormat: ClientFormat,
  requestInput: RequestInput,
): Promise<Reply> {
  const reply = await context.send(clientFormat.ask(requestInput));
  checkStatus(reply, 200);
  return reply;
}

export interface ReadStream extends StreamReading {
  readonly stream: EventStream;
  readonly headers: Readonly<Record<string, string>>;
}

/** Requests a stream and reads it to its end. */
export async function sendStream(
  context: ScenarioContext,
  clientFormat: ClientFormat,
  requestInput: Omit<RequestInput, 'stream'>,
): Promise<ReadStream> {
  const call = clientFormat.ask({ ...requestInput, stream: true });
  const reply = await context.send(call);
  checkStatus(reply, 200);
  return readStreamReply(clientFormat, reply);
}

export function readStreamReply(clientFormat: ClientFormat, { headers, text }: Reply): ReadStream {
  checkMatch(headers['content-type'] ?? '', /^text\/event-stream\b/, 'content-type');
  const stream = readEventStream(text);
  return { ...clientFormat.readStream(stream), stream, headers };
}

/** Checks that a stream ended successfully with this text. */
export function expectText({ text, ended, error }: StreamReading, expected: string): void {
  checkEqual(error, undefined, 'the error of the stream');
  checkEqual(text, expected, 'the text');
  check(ended, 'the stream has no end mark');
}

/** Every client format with every upstream format. */
export const pairs: readonly {
  readonly clientFormat: ClientFormat;
  readonly format: UpstreamFormat;
}[] = clientFormats.flatMap((clientFormat) =>
  upstreamFormats.map((format) => ({ clientFormat, format })),
);

export type Pair = (typeof pairs)[number];

/** Runs pairs concurrently; a failure names the pair. @param where further text for the message */
export async function forEachPair(
  among: readonly Pair[],
  tryPair: (pair: Pair) => Promise<void>,
  where = '',
): Promise<void> {
  await Promise.all(
    among.map(async (pair) => {
      try {
        await tryPair(pair);
      } catch (thrown) {
        if (!(thrown instanceof Mismatch)) throw thrown;
        const name = `${pair.clientFormat.name} by ${pair.format} ${where}`.trim();
        throw new Mismatch(`${name}: ${thrown.message}`);
      }
    }),
  );
}

/** Changes the model of a call in the place where its format has it. */
export function withModel(call: Call, model: string | undefined): Call {
  if (/models\//.test(call.path)) {
    return {
      ...call,
      path: call.path.replace(/(models\/).*?(:\w+(?:\?.*)?)$/, `$1${model ?? ''}$2`),
    };
  }
  return { ...call, body: { ...(call.body as object), model } };
}

/** Sends the same call with several values; a failure names the value. */
export async function forEachCase<Value>(
  values: readonly Value[],
  tryValue: (value: Value) => Promise<void>,
): Promise<void> {
  for (const value of values) {
    try {
      await tryValue(value);
    } catch (thrown) {
      if (!(thrown instanceof Mismatch)) throw thrown;
      throw new Mismatch(`${shorten(JSON.stringify(value))}: ${thrown.message}`);
    }
  }
}

/** The pieces of the scripted text. */
export const pieces = ['Good ', 'morning, ', 'caller.'] as const;
export const wholeText = pieces.join('');
