/** Streams a background response again, from the event after which its client lost the connection. */
import { GatewayError, omitUndefined } from '@parley/protocol';
import { ReplyMeter } from '../../billing/quota/metering/reply-meter.ts';
import { familyOf } from '../../billing/tokens/token-family.ts';
import type { GatewayContext } from '../../context.ts';
import type { Target } from '../../models/routing/snapshot.ts';
import type { StoredResponse } from '../../store/index.ts';
import { answerHeaders } from '../response/response-headers.ts';
import { readAnswered } from '../stored/stored-replies.ts';
import { receive, release, type EndpointRequest } from '../receive.ts';
import type { Received } from '../state.ts';
import { PassthroughStream } from '../streaming/passthrough-stream.ts';
import { contentTypes, createFrameWriter } from '../streaming/stream-format.ts';
import { StreamPump } from '../streaming/stream-pump.ts';
import { createOutlet, respondBySink } from '../streaming/stream-response.ts';
import { connect, type UpstreamConnection } from '../upstream/connection.ts';
import { createUpstreamReader } from '../upstream/upstream-reader.ts';
import {
  badResponse,
  isSuccess,
  readFailure,
  sendsEventStream,
} from '../upstream/upstream-response.ts';
import { createCall } from './background-call.ts';
import { refreshResponse } from './background-responses.ts';
import { continuedBy, readContinued, showContinued } from './continued-ids.ts';
import { readPending } from './pending-response.ts';

/** The response, and the number of the last event that its client received. */
export interface ResumedResponse {
  readonly stored: StoredResponse;
  /** The name of its upstream. */
  readonly upstream: string;
  /** All events when absent. */
  readonly startingAfter?: number;
}

/**
 * Relays the events that the upstream of a response still has. When the response ends, it is charged before its last
 * event is sent, unless another process has done so.
 * @throws GatewayError when the upstream cannot be asked, or does not stream the response again
 */
export async function resumeStream(
  gateway: GatewayContext,
  called: EndpointRequest,
  resumed: ResumedResponse,
): Promise<Response | undefined> {
  const received = receive(gateway, called);
  const leave = (): void => {
    release(gateway, received);
  };
  try {
    gateway.gate.enter(received.running);
    const pump = await openPump(gateway, received, resumed);
    return await respondBySink(received, async (sink) => {
      sink.open(200, answerHeaders(received, contentTypes[received.format], []));
      await pump.run(createOutlet(gateway, received, { sink }));
      if (pump.stream.state === 'ended') await settleEnd(gateway, resumed);
      leave();
      if (received.interruption.error?.code === 'canceled') return;
      void sink.write(pump.stream.lastText);
      sink.end(pump.stream.state === 'ended' ? 'completed' : 'failed');
    });
  } catch (thrown) {
    leave();
    throw thrown;
  }
}

async function openPump(
  gateway: GatewayContext,
  received: Received,
  resumed: ResumedResponse,
): Promise<StreamPump> {
  const source = findSource(gateway, received, resumed);
  const { target, callName, rewrite } = source;
  const connection = await callSource(gateway, received, { ...source, ...resumed });
  let pump: StreamPump | undefined;
  try {
    const reader = createUpstreamReader(received.inbound.dialect, target, callName);
    const { status } = connection.head;
    if (!isSuccess(status)) throw await readFailure(gateway, connection, reader);
    if (!(await sendsEventStream(connection))) throw badResponse();
    const observer = reader.createObserver({ model: callName, includeUsage: true });
    const writer = createFrameWriter(received.format, rewrite);
    // The usage is read when the response has ended, from the response itself.
    const meter = new ReplyMeter({ family: familyOf(target.model), estimatePrompt: () => 0 });
    const opened = new StreamPump(new PassthroughStream(observer, writer, meter), connection);
    await opened.open(gateway.limits.peekMs, gateway.turns);
    pump = opened;
    return opened;
  } finally {
    if (pump === undefined) connection.close();
  }
}

/** Where the events of a response come from, and what its client sees changed in them. */
interface EventSource {
  readonly target: Pick<Target, 'upstream' | 'model'>;
  readonly callName: string;
  readonly rewrite: ((text: string) => string) | undefined;
}

function findSource(
  gateway: GatewayContext,
  { inbound }: Received,
  { stored, upstream: name }: ResumedResponse,
): EventSource {
  const upstream = gateway.snapshot().upstreams.get(name);
  if (upstream === undefined || !(inbound.dialect in upstream.baseUrls)) throw notThere();
  const { response } = readAnswered(stored);
  const { model: shown } = response;
  const callName = typeof shown === 'string' ? shown : '';
  const exchange = readPending(stored)?.exchange;
  const model = exchange?.record.upstreamModel ?? callName;
  const continued = exchange === undefined ? readContinued(response) : continuedBy(exchange);
  return { target: { upstream, model }, callName, rewrite: showContinued(continued) };
}

function callSource(
  gateway: GatewayContext,
  { inbound: { dialect }, interruption, attempts }: Received,
  { target, stored, startingAfter }: EventSource & Omit<ResumedResponse, 'upstream'>,
): Promise<UpstreamConnection> {
  const { upstream, model } = target;
  const start = { upstream: upstream.name, model, outbound: dialect, notes: [] };
  const attempt = attempts.begin({ ...start, price: { kind: 'free' } });
  const query = startingAfter === undefined ? '' : `&starting_after=${String(startingAfter)}`;
  const address = { id: stored.id, query: `stream=true${query}` };
  const call = createCall(gateway, { upstream, dialect }, address);
  return connect(gateway, { call, upstream, interruption, attempt, headEndsReply: false });
}

/** What fails here is repeated by recurring work. */
async function settleEnd(gateway: GatewayContext, { stored }: ResumedResponse): Promise<void> {
  try {
    await refreshResponse(gateway, stored);
  } catch (cause) {
    const fields = omitUndefined({ response_id: stored.id, key_id: stored.keyId, cause });
    gateway.log('warn', 'A background response could not be asked for.', fields);
  }
}

function notThere(): GatewayError {
  return new GatewayError(
    'upstream-unavailable',
    'The upstream of this response is not available.',
    { reason: 'upstream_not_configured' },
  );
}
