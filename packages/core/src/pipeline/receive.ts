import type { Codec } from '@parley/protocol';
import type { GatewayContext } from '../context.ts';
import type { Exchange, NativeAddress } from './state.ts';
import { createExchangeId } from './ids.ts';
import { watchInterruption } from './interruption.ts';
import type { Operation } from './operations/operation.ts';
import type { Host } from '../ports.ts';
import type { FrameForm } from './streaming/stream-format.ts';

/** A request that reached one of our endpoints. */
export interface Arrival {
  readonly request: Request;
  readonly host: Host;
  readonly path: string;
  readonly inbound: Codec;
  readonly operation: Operation;
  readonly address?: NativeAddress;
  readonly form?: FrameForm;
}

/** Request → exchange. The body stays unread until its sender is known. */
export function receive(gateway: GatewayContext, arrival: Arrival): Exchange {
  const startedAt = gateway.clock.now();
  const exchange: Exchange = {
    id: createExchangeId(startedAt),
    endpoint: arrival.path,
    inbound: arrival.inbound,
    operation: arrival.operation,
    ...(arrival.address && { address: arrival.address }),
    form: arrival.form ?? 'event-stream',
    request: arrival.request,
    host: arrival.host,
    startedAt,
    startedTick: gateway.clock.monotonic(),
    interruption: watchInterruption(arrival.request, arrival.host),
    facts: { attempts: [], fidelity: 'exact', notes: [], settled: false },
  };
  gateway.running.add(exchange.interruption);
  return exchange;
}
