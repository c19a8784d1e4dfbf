/** Traces of requests for a collector of OpenTelemetry, as an extension of a gateway; used by hosts. */
import type { ExtensionContext, GatewayExtension } from '@parley/core/extension';
import { createSpans } from './exchange-spans.ts';
import { SpanExporter } from './span-exporter.ts';
import { readTraceContext } from './trace-context.ts';

/**
 * Sends a span for each request to a model endpoint and for each of its attempts, where the configuration has `traces`. The
 * spans are made when the request has ended, and sent with the recurring work of the gateway.
 * @returns an extension for the option `extensions` of `createGateway`
 */
export function createTraces(): (gateway: ExtensionContext) => GatewayExtension {
  return (gateway) => {
    const exporter = new SpanExporter(gateway, {
      'service.version': gateway.version,
      'service.instance.id': crypto.randomUUID(),
    });
    return {
      onEnded(exchange) {
        const { traces, upstreams } = gateway.snapshot();
        if (traces === undefined) return;
        const context = readTraceContext(exchange, traces.sample);
        if (!context.isSampled) return;
        const offsetMs = gateway.clock.now() - gateway.clock.monotonic();
        const findProvider = (upstream: string) => upstreams.get(upstream)?.provider.id;
        exporter.add(createSpans(exchange, { context, offsetMs, findProvider }));
      },
      maintain: () => exporter.flush(),
      drain: () => exporter.close(),
    };
  };
}
