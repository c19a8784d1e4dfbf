/** The health endpoints `/healthz` and `/readyz`, for load balancers and health checks. */
import { StoreUnavailableError, type Store } from '../store/index.ts';
import type { EndpointCall } from './endpoint.ts';

/** `GET /healthz`: succeeds while the process runs. */
export function reportHealth(): Response {
  return Response.json({ status: 'ok' });
}

/** Milliseconds in which the store must answer: less than health checks usually wait. */
const storeMs = 2_000;

/**
 * `GET /readyz`: succeeds while the store can be read and written, settlements can be recorded, there is an
 * upstream and the gateway is not closing.
 */
export async function reportReadiness({ gateway }: EndpointCall): Promise<Response> {
  const store = await checkStore(gateway.store);
  const checks = {
    accepting: gateway.gate.open ? 'ok' : 'draining',
    store,
    outbox: gateway.settlements.isFull ? 'full' : 'ok',
    upstreams: gateway.snapshot().upstreams.size > 0 ? 'ok' : 'none',
  };
  const ready = Object.values(checks).every((state) => state === 'ok');
  return Response.json(
    { status: ready ? 'ok' : 'unavailable', checks },
    { status: ready ? 200 : 503 },
  );
}

/** `ok`, or what is wrong. */
async function checkStore(store: Pick<Store, 'check'>): Promise<string> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const expired = new Promise<string>((resolve) => {
    timer = setTimeout(() => {
      resolve('unavailable');
    }, storeMs);
  });
  const checked = store.check().then(
    () => 'ok',
    (error: unknown) => (error instanceof StoreUnavailableError && error.fault) || 'unavailable',
  );
  const state = await Promise.race([checked, expired]);
  clearTimeout(timer);
  return state;
}
