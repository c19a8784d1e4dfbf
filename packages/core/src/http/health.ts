import type { GatewayContext } from '../context.ts';

/** The process runs. */
export function reportHealth(): Response {
  return Response.json({ status: 'ok' });
}

/** The gateway can do its work: it is not shutting down, its store answers, a target exists. */
export async function reportReadiness(gateway: GatewayContext): Promise<Response> {
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
