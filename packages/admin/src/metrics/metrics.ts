/** The metrics of a gateway: recorded from its start, and shown at `/metrics`. */
import type { ExchangeSummary, ExtensionContext } from '@parley/core/extension';
import { createExchangeMetrics } from './exchange-metrics.ts';
import { readGateway } from './gateway-metrics.ts';
import { createKnownReaders, type KnownReaders } from './known-readers.ts';
import type { MetricFamily } from './metric.ts';

/** Connects the processes that share one port, so that any of them can show the metrics of all. */
export interface MetricsPeers {
  /** Called once. `read` returns the metrics of this process. */
  share(read: () => readonly MetricFamily[]): void;
  /**
   * The metrics of all processes that answer in time, this one included, by the name of the process. Never rejects.
   */
  collect(): Promise<ReadonlyMap<string, readonly MetricFamily[]>>;
}

export interface Metrics {
  /** Counts an exchange, unless the configuration turns the metrics off. */
  record(exchange: ExchangeSummary): void;
  /** The metrics of this process. */
  read(): readonly MetricFamily[];
  readonly peers: MetricsPeers | undefined;
  readonly readers: KnownReaders;
}

/** @param host measures what only the host knows, such as the memory of the process */
export function createMetrics(
  gateway: ExtensionContext,
  peers?: MetricsPeers,
  host: () => readonly MetricFamily[] = () => [],
): Metrics {
  const exchanges = createExchangeMetrics(
    (upstream) => gateway.snapshot().upstreams.get(upstream)?.provider.id,
  );
  const read = () => [...readGateway(gateway), ...host(), ...exchanges.read()];
  peers?.share(read);
  return {
    record(exchange) {
      if (gateway.snapshot().metrics !== false) exchanges.record(exchange);
    },
    peers,
    read,
    readers: createKnownReaders(gateway),
  };
}
