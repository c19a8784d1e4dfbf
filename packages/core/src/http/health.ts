/** The health endpoints `/healthz` and `/readyz`, for load balancers and health checks. */
import type { EndpointCall } from './endpoint.ts';

/** `GET /healthz`: succeeds while the process runs. */
export function reportHealth(): Response {
  return Response.json({ status: 'ok' });
}

/** `GET /readyz`: succeeds while the store responds, there is an upstream and the gateway is not closing. */
export async function reportReadiness({ gateway }: EndpointCall): Promise<Response> {
  const store = await gateway.store.check().then(
    () => 'ok',
    () => 'unavailable',
  );
  const checks = {
    accepting: gateway.gate.open ? 'ok' : 'draining',
    store,
    upstreams: gateway.snapshot().upstreams.size > 0 ? 'ok' : 'none',
  };
  const ready = Object.values(checks).every((state) => state === 'ok');
  return Response.json(
    { status: ready ? 'ok' : 'unavailable', checks },
    { status: ready ? 200 : 503 },
  );
}
