/** `GET /metrics`: the metrics as Prometheus reads them; loaded with the endpoints. */
import { codecOf } from '@parley/protocol';
import {
  createExchangeId,
  createUnknownEndpointError,
  respondError,
  toGatewayError,
  type IncomingRequest,
} from '@parley/core/extension';
import { authenticateOperator } from '../http/caller.ts';
import type { AdminContext } from '../http/context.ts';
import { expositionType, joinWorkers, writeExposition } from './exposition.ts';

export const metricsPath = '/metrics';

/** Never rejects. Without metrics the path does not exist. */
export async function serveMetrics(
  gateway: AdminContext,
  incoming: IncomingRequest,
): Promise<Response> {
  const { metrics } = gateway;
  try {
    const { metrics: access } = gateway.snapshot();
    if (metrics === undefined || access === false)
      throw createUnknownEndpointError(incoming.request);
    if (access === 'token') {
      await metrics.readers.admit(incoming, () => authenticateOperator(gateway, incoming, 'GET'));
    }
    const families =
      metrics.peers === undefined ? metrics.read() : joinWorkers(await metrics.peers.collect());
    return new Response(writeExposition(families), {
      headers: { 'content-type': expositionType, 'cache-control': 'no-store' },
    });
  } catch (thrown) {
    const id = createExchangeId(gateway.clock.now());
    return respondError(codecOf('openai-chat'), toGatewayError(thrown), id);
  }
}
