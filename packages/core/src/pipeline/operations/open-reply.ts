/** Turns the response of an upstream into the reply for the client; used by operations that generate text. */
import {
  replaceFields,
  replayReply,
  writeJson,
  type CanonicalReply,
  type Translated,
} from '@parley/protocol';
import { countReply } from '../../billing/quota/metering/reply-meter.ts';
import type { GatewayContext } from '../../context.ts';
import type { Admitted, Answer, StreamAnswer, WholeAnswer } from '../state.ts';
import { PassthroughStream } from '../streaming/passthrough-stream.ts';
import { failsOtherwise } from '../response/repeating-clients.ts';
import { createReplyTarget } from '../streaming/reply-target.ts';
import { createFrameWriter } from '../streaming/stream-format.ts';
import { StreamPump } from '../streaming/stream-pump.ts';
import { TranslationStream } from '../streaming/translation-stream.ts';
import {
  toReplyError,
  isEventStream,
  parseReply,
  sendsEventStream,
  type AttemptResponse,
  type WholeBody,
} from '../upstream/upstream-response.ts';

/** A response, and how the text of the reply is changed. */
export interface OpenedResponse extends AttemptResponse {
  readonly rewrite?: (text: string) => string;
  /** Answers with a whole body that is not a reply yet; `undefined` for a reply. Not called for streams. */
  readonly answerEarly?: (body: WholeBody) => Promise<WholeAnswer | undefined>;
  /** Whether a stream without content yet is the reply, so that its failure is one of the reply. */
  readonly hasBegun?: () => boolean;
}

/**
 * Opens the reply, streamed or whole as the client requested. Some upstreams answer a streamed request with
 * a whole reply, or another request with a stream, and some state another type than the body has: the client gets what
 * it requested all the same.
 * @throws GatewayError when the response is not a reply
 */
export async function openReply(
  gateway: GatewayContext,
  admitted: Admitted,
  response: OpenedResponse,
): Promise<Answer> {
  const { connection } = response;
  const { stream: wantsStream } = admitted.request.summary;
  if (wantsStream && (await sendsEventStream(connection))) {
    return openStream(gateway, admitted, response);
  }
  const text = await connection.readText(gateway.limits.replyBytes);
  if (isEventStream(text)) return openStreamText(gateway, admitted, { ...response, text });
  const body = parseReply(text);
  const early = wantsStream ? undefined : await response.answerEarly?.(body);
  return early ?? openBody(gateway, admitted, { ...response, body });
}

/** A response with a stream that was read to its end. */
interface ReadStream extends OpenedResponse {
  readonly text: string;
}

function openStreamText(gateway: GatewayContext, admitted: Admitted, response: ReadStream): Answer {
  try {
    const decoded = response.reader.decodeStream(response.text);
    return openDecoded(gateway, admitted, { ...response, decoded });
  } catch (thrown) {
    throw toReplyError(thrown);
  }
}

/** A response with a whole reply that was read to its end. */
interface ReadResponse extends OpenedResponse {
  readonly body: WholeBody;
}

function openBody(gateway: GatewayContext, admitted: Admitted, response: ReadResponse): Answer {
  const { reader, body } = response;
  try {
    // Some upstreams answer with a list, the chunks of a stream, where one reply was asked for.
    const isReply = response.sent.isPassthrough && !Array.isArray(body.json);
    if (isReply && !admitted.request.summary.stream) {
      return endWhole(passWhole(admitted, response), response);
    }
    const decoded = reader.decodeWhole(body.json);
    return openDecoded(gateway, admitted, { ...response, decoded });
  } catch (thrown) {
    throw toReplyError(thrown);
  }
}

/** A response whose reply was decoded. */
interface DecodedResponse extends OpenedResponse {
  readonly decoded: Translated<CanonicalReply>;
}

function openDecoded(
  gateway: GatewayContext,
  admitted: Admitted,
  response: DecodedResponse,
): Answer {
  return admitted.request.summary.stream
    ? streamWhole(gateway, admitted, response)
    : endWhole(translateWhole(gateway, admitted, response), response);
}

function endWhole(answer: WholeAnswer, { meter, rewrite }: OpenedResponse): WholeAnswer {
  meter.finish();
  return rewrite === undefined ? answer : { ...answer, text: rewrite(answer.text) };
}

function passWhole(
  { request }: Admitted,
  { reader, meter, body: { text, json } }: ReadResponse,
): WholeAnswer {
  const { usage, redacted } = reader.checkWhole(json);
  meter.report(usage);
  if (!meter.isReported) countReply(reader.decodeWhole(json).value, meter);
  const shown = replaceFields(text, { model: request.summary.model, ...redacted });
  return { kind: 'whole', text: shown, notes: [] };
}

function translateWhole(
  gateway: GatewayContext,
  admitted: Admitted,
  { sent, reader, meter, decoded }: DecodedResponse,
): WholeAnswer {
  const target = createReplyTarget(gateway, admitted, sent.names);
  const encoded = admitted.inbound.encodeReply(decoded.value, target);
  meter.report(decoded.value.usage);
  if (!meter.isReported) countReply(decoded.value, meter);
  const notes = reader.redactNotes([...decoded.notes, ...encoded.notes]);
  return { kind: 'whole', text: writeJson(encoded.value), notes };
}

function streamWhole(
  gateway: GatewayContext,
  admitted: Admitted,
  response: DecodedResponse,
): StreamAnswer {
  const { reader, connection, decoded } = response;
  const stream = createTranslation(gateway, admitted, response);
  const pump = new StreamPump(stream, connection, stream.take(replayReply(decoded.value)));
  return { kind: 'stream', pump, notes: reader.redactNotes(decoded.notes) };
}

async function openStream(
  gateway: GatewayContext,
  admitted: Admitted,
  response: OpenedResponse,
): Promise<StreamAnswer> {
  const { sent, connection } = response;
  const stream = sent.isPassthrough
    ? createPassthrough(admitted, response)
    : createTranslation(gateway, admitted, response);
  const pump = new StreamPump(stream, connection);
  await pump.open(gateway.limits.peekMs, gateway.turns, response.hasBegun);
  return { kind: 'stream', pump, notes: [] };
}

function createPassthrough(
  admitted: Admitted,
  { reader, meter, rewrite }: OpenedResponse,
): PassthroughStream {
  const { request, admission, format } = admitted;
  const { model, includeUsage } = request.summary;
  const observer = reader.createObserver({
    model,
    includeUsage,
    failsOtherwise: failsOtherwise(admitted.incoming),
    onText: (text, kind) => {
      meter.onText(text, kind);
    },
    mayBeCut: admission.budget !== undefined,
  });
  return new PassthroughStream(observer, createFrameWriter(format, rewrite), meter);
}

function createTranslation(
  gateway: GatewayContext,
  admitted: Admitted,
  response: OpenedResponse,
): TranslationStream {
  const { reader, meter, rewrite } = response;
  const decoder = reader.createDecoder();
  const target = createReplyTarget(gateway, admitted, response.sent.names);
  const encoder = admitted.inbound.createStreamEncoder(target);
  const writer = createFrameWriter(admitted.format, rewrite);
  const maxLength = gateway.limits.replyBytes;
  return new TranslationStream({ decoder, encoder, reader, maxLength }, writer, meter);
}
