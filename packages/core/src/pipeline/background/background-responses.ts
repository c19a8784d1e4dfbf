/** Follows background responses until they end: on request of their client, and by recurring work. */
import {
  failBackground,
  GatewayError,
  omitUndefined,
  readBackgroundState,
  writeJson,
} from '@parley/protocol';
import type { GatewayContext } from '../../context.ts';
import type { PendingResponseId, StoredResponse } from '../../store/index.ts';
import { readAnswered } from '../stored/stored-replies.ts';
import { decryptResponse } from '../stored/response-encryption.ts';
import { callBackground, type RemoteResponse, type RemoteState } from './background-call.ts';
import { continuedBy, showContinued } from './continued-ids.ts';
import { releaseSettled, renewReservation } from './pending-reservation.ts';
import { modelOf, readPending, type PendingResponse } from './pending-response.ts';
import { settleResponse } from './settle-response.ts';

/** How often a response is asked for, and after which time it is given up, in milliseconds. */
const pollMs = 15_000;
const giveUpMs = 24 * 60 * 60 * 1_000;

/** The maximum number of responses that one run asks for, and how many of them at once. */
const mostPolled = 1_000;
const polledAtOnce = 8;

/**
 * Returns a response as it is now; one that has just ended is charged and stored first. A response whose upstream
 * is not configured any more is returned as it was last seen.
 * @param action `cancel` ends it
 * @throws GatewayError when the upstream cannot be asked, or the end cannot be recorded
 */
export async function refreshResponse(
  gateway: GatewayContext,
  stored: StoredResponse,
  action?: 'cancel',
): Promise<StoredResponse> {
  const pending = readPending(stored);
  const remote = pending && findRemote(gateway, pending);
  if (pending === undefined || remote === undefined) return stored;
  const state = await readState(gateway, { pending, remote, action });
  if (readBackgroundState(state.json) === 'running') return { ...stored, body: state.text };
  await settleResponse(gateway, pending, state);
  const { pending: _, ...ended } = stored;
  return { ...ended, body: state.text };
}

/**
 * Ends a response that its client deletes: it is cancelled, and charged as such even where its upstream goes on, or is
 * not configured any more, because nobody asks for it any longer. Throws as `refreshResponse`.
 */
export async function endResponse(gateway: GatewayContext, stored: StoredResponse): Promise<void> {
  const pending = readPending(await refreshResponse(gateway, stored, 'cancel'));
  if (pending === undefined) return;
  const error = new GatewayError('canceled', 'The client deleted it.');
  await settleResponse(gateway, pending, fail(pending, error));
}

function findRemote(
  gateway: GatewayContext,
  { stored, exchange, upstream: name, dialect }: PendingResponse,
): RemoteResponse | undefined {
  const upstream = gateway.snapshot().upstreams.get(name);
  if (upstream === undefined || !(dialect in upstream.baseUrls)) return undefined;
  const { record } = exchange;
  const model = modelOf(record);
  return { upstream, dialect, model, callName: record.callName, id: stored.id };
}

interface StateRequest {
  readonly pending: PendingResponse;
  readonly remote: RemoteResponse;
  readonly action: 'cancel' | undefined;
}

type EndState = RemoteState & { readonly error?: GatewayError };

async function readState(
  gateway: GatewayContext,
  { pending, remote, action }: StateRequest,
): Promise<EndState> {
  try {
    const { json, text } = await callBackground(gateway, remote, action);
    const show = showContinued(continuedBy(pending.exchange));
    return { json, text: show?.(text) ?? text };
  } catch (thrown) {
    const error = GatewayError.from(thrown);
    if (error.upstreamStatus !== 404) throw error;
    const message = 'The upstream no longer has this response.';
    const reason = 'response_lost';
    return fail(pending, new GatewayError('upstream-unavailable', message, { reason }));
  }
}

function fail({ stored }: PendingResponse, error: GatewayError): EndState {
  const json = failBackground(readAnswered(stored).response, error.message);
  return { json, text: writeJson(json), error };
}

/** Recurring work of a gateway. */
export interface BackgroundPoller {
  /** Asks for all responses that have not ended, if that is due. Never rejects. */
  maintain(): Promise<void>;
}

/** Creates the recurring work that follows background responses to their end. */
export function createBackgroundPoller(gateway: GatewayContext): BackgroundPoller {
  let polledAt = -Infinity;
  let polling: Promise<void> | undefined;
  return {
    async maintain() {
      const now = gateway.clock.monotonic();
      if (polling !== undefined || now - polledAt < pollMs) return;
      polledAt = now;
      polling = pollAll(gateway).finally(() => {
        polling = undefined;
      });
      await polling;
    },
  };
}

async function pollAll(gateway: GatewayContext): Promise<void> {
  const { detached } = gateway.leases;
  try {
    const listed = await gateway.store.listPendingResponses(mostPolled);
    const waiting = [...listed];
    const pending = new Set<string>();
    let areAllKnown = listed.length < mostPolled;
    const work = async (): Promise<void> => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        if (!(await poll(gateway, next, pending))) areAllKnown = false;
      }
    };
    await Promise.all(Array.from({ length: polledAtOnce }, work));
    if (areAllKnown) releaseSettled(gateway, detached, pending);
  } catch (cause) {
    gateway.log('warn', 'Background responses could not be listed.', { cause });
  }
}

/**
 * Never rejects: a failure is logged, and the next run asks again. Returns false when it cannot tell whether the
 * response has ended; the exchange of one that has not is added.
 */
async function poll(
  gateway: GatewayContext,
  { keyId, id }: PendingResponseId,
  exchanges: Set<string>,
): Promise<boolean> {
  let isKnown = false;
  try {
    const kept = await gateway.store.findResponse(keyId, id);
    const stored = kept && (await decryptResponse(gateway, kept));
    const pending = stored && readPending(stored);
    isKnown = true;
    if (pending === undefined) return isKnown;
    exchanges.add(pending.exchange.record.id);
    if (gateway.clock.now() - pending.stored.createdAt >= giveUpMs) await giveUp(gateway, pending);
    else {
      // First, because the upstream may not answer.
      await renewReservation(gateway, pending.exchange);
      await refreshResponse(gateway, pending.stored);
    }
  } catch (cause) {
    const { reason } = GatewayError.from(cause);
    const fields = omitUndefined({ response_id: id, key_id: keyId, reason, cause });
    gateway.log('warn', 'A background response could not be asked for.', fields);
  }
  return isKnown;
}

/** Ends a response that is still not finished after a day, here and at the upstream. */
async function giveUp(gateway: GatewayContext, pending: PendingResponse): Promise<void> {
  const { stored, exchange } = pending;
  gateway.log('warn', 'A background response did not end within a day and has failed.', {
    response_id: stored.id,
    key_id: stored.keyId,
    request_id: exchange.record.id,
    upstream: pending.upstream,
  });
  const remote = findRemote(gateway, pending);
  if (remote !== undefined) await callBackground(gateway, remote, 'cancel').catch(() => undefined);
  const message = 'The response did not end within a day.';
  await settleResponse(
    gateway,
    pending,
    fail(
      pending,
      new GatewayError('upstream-unavailable', message, { reason: 'response_overdue' }),
    ),
  );
}
