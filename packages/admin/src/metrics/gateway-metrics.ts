/** What is measured of the gateway when its metrics are read. */
import { catalogueEdition, type ExtensionContext } from '@parley/core/extension';
import type { Labels, MetricFamily } from './metric.ts';

type Measured = readonly (readonly [Labels, number])[];

export function readGateway(gateway: ExtensionContext): readonly MetricFamily[] {
  const { gate, settlements, clock, version, facts } = gateway;
  const { delayMs, heapShare } = gateway.load?.measure() ?? {};
  const runtime = facts['runtime'] ?? '';
  const catalogueAge = (clock.now() - Date.parse(catalogueEdition.date)) / 1_000;
  return [
    gauge('parley_build_info', 'Always 1; the labels name the version and the runtime.', [
      [{ version, runtime }, 1],
    ]),
    gauge('parley_running_requests', 'Requests to models that run now.', one(gate.running)),
    gauge(
      'parley_upstream_up',
      'Whether the circuit breaker lets calls through to an upstream: 1, or 0 while it rests.',
      readUpstreams(gateway),
    ),
    gauge(
      'parley_waiting_settlements',
      'Ended requests that are not in the store because it is unavailable.',
      one(settlements.kept),
    ),
    gauge(
      'parley_event_loop_delay_seconds',
      'How late the event loop runs what is due.',
      one(delayMs === undefined ? undefined : delayMs / 1_000),
    ),
    gauge('parley_heap_ratio', 'Share of the heap limit that is used, 0 to 1.', one(heapShare)),
    gauge(
      'parley_price_catalogue_age_seconds',
      'Age of the price catalogue of this release.',
      one(catalogueAge),
    ),
  ];
}

function gauge(name: string, help: string, measured: Measured): MetricFamily {
  const samples = measured.map(([labels, value]) => ({ name, labels, value }));
  return { name, help, type: 'gauge', samples };
}

/** What a host cannot measure has no sample. */
function one(value: number | undefined): Measured {
  return value === undefined ? [] : [[{}, value]];
}

function readUpstreams(gateway: ExtensionContext): Measured {
  return [...gateway.snapshot().upstreams.keys()].map((upstream) => [
    { upstream },
    gateway.health.read(upstream).state === 'resting' ? 0 : 1,
  ]);
}
