/** The health endpoints `/healthz` and `/readyz`, for load balancers and health checks. */
import { sendWhole } from '../../pipeline/response/whole-response.ts';
import type { GatewayContext } from '../../context.ts';
import type { Host } from '../../ports.ts';
import { StoreUnavailableError, type Store } from '../../store/index.ts';
import { waitAtMost } from '../../wait-at-most.ts';
import type { EndpointCall } from '../endpoint.ts';

/** `GET /healthz`: succeeds while the process runs. */
export function reportHealth({ host }: EndpointCall): Response | undefined {
  return sendJson(host, 200, { status: 'ok' });
}

/** Milliseconds in which the store must answer: less than health checks usually wait. */
const storeMs = 2_000;

/**
 * `GET /readyz`: succeeds while the store can be read and written, settlements can be recorded, there is an
 * upstream and the gateway is not closing.
 */
export async function reportReadiness({
  gateway,
  host,
}: EndpointCall): Promise<Response | undefined> {
  const store = await checkStore(gateway);
  const checks = {
    accepting: gateway.gate.open ? 'ok' : 'draining',
    store,
    outbox: gateway.settlements.isFull ? 'full' : 'ok',
    upstreams: gateway.snapshot().upstreams.size > 0 ? 'ok' : 'none',
  };
  const ready = Object.values(checks).every((state) => state === 'ok');
  return sendJson(host, ready ? 200 : 503, { status: ready ? 'ok' : 'unavailable', checks });
}

/** Not `Response.json`: for the first `Response`, Node loads its `fetch`, which takes 13 MB of memory. */
function sendJson(host: Host, status: number, body: object): Response | undefined {
  const headers = { 'content-type': 'application/json' };
  return sendWhole(host, { status, headers, text: JSON.stringify(body) });
}

/** How long an answer of the store counts, in milliseconds: anybody may ask, as often as they like. */
const freshMs = 500;

/** When the store was asked last, on the monotonic clock, and its last answer. */
interface KnownState {
  readonly askedTick: number;
  readonly state: string;
}

const known = new WeakMap<Pick<Store, 'check'>, KnownState>();

/** `ok`, or what is wrong. While one request asks the store, others get the answer before it. */
async function checkStore({
  store,
  clock,
  settlements,
}: Pick<GatewayContext, 'store' | 'clock' | 'settlements'>): Promise<string> {
  const askedTick = clock.monotonic();
  const last = known.get(store);
  if (last !== undefined) {
    if (askedTick - last.askedTick < freshMs) return last.state;
    known.set(store, { ...last, askedTick });
  }
  const answer = await askStore(store);
  // A server whose disk is full still answers the check.
  const state = answer === 'ok' && settlements.kept > 0 ? 'unavailable' : answer;
  known.set(store, { askedTick, state });
  return state;
}

/** `ok`, or what is wrong. */
function askStore(store: Pick<Store, 'check'>): Promise<string> {
  const checked = store.check().then(
    () => 'ok',
    (error: unknown) => (error instanceof StoreUnavailableError && error.fault) || 'unavailable',
  );
  return waitAtMost(storeMs, checked, 'unavailable');
}
