/** Answers whether the gateway runs and can do its work; load balancers and health checks ask. */
import type { EndpointCall } from './endpoint.ts';

/** `GET /healthz`: the process runs. */
export function reportHealth(): Response {
  return Response.json({ status: 'ok' });
}

/** `GET /readyz`: the gateway is not shutting down, its store answers, and there is an upstream. */
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
