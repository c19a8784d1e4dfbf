/**
 * Writes spans as a request of the OpenTelemetry protocol (OTLP 1.x) in JSON; used by `span-exporter.ts`.
 * @see https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding
 */
import type { AttributeValue, Attributes, Span } from './exchange-spans.ts';

const kinds = { server: 2, client: 3 } as const;
const failed = 2;
/** `SPAN_FLAGS_CONTEXT_HAS_IS_REMOTE` and `SPAN_FLAGS_CONTEXT_IS_REMOTE` of `trace.proto`, beside the flag `sampled`. */
const flags = { sampled: 0x01, hasIsRemote: 0x100, isRemote: 0x200 } as const;

/** @param resource what sends the spans, such as its `service.name` */
export function encodeSpans(spans: readonly Span[], resource: Attributes): string {
  const scope = { name: 'parley', version: resource['service.version'] };
  return JSON.stringify({
    resourceSpans: [
      {
        resource: { attributes: encodeAttributes(resource) },
        scopeSpans: [{ scope, spans: spans.map(encodeSpan) }],
      },
    ],
  });
}

function encodeSpan({ context, id, parentId, attributes, ...span }: Span): object {
  const isRemote = parentId !== undefined && parentId === context.parentSpanId;
  return {
    traceId: context.traceId,
    spanId: id,
    parentSpanId: parentId,
    traceState: context.traceState,
    flags: flags.sampled | flags.hasIsRemote | (isRemote ? flags.isRemote : 0),
    name: span.name,
    kind: kinds[span.kind],
    startTimeUnixNano: toNanoseconds(span.startMs),
    endTimeUnixNano: toNanoseconds(span.endMs),
    attributes: encodeAttributes(attributes),
    status: span.hasFailed ? { code: failed } : {},
  };
}

/** Integers of 64 bits are text. A number of JavaScript holds microseconds since 1970 exactly, but no nanoseconds. */
function toNanoseconds(milliseconds: number): string {
  return `${Math.round(milliseconds * 1_000)}000`;
}

function encodeAttributes(attributes: Attributes): object[] {
  return Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value: encodeValue(value) }],
  );
}

function encodeValue(value: AttributeValue): object {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  return typeof value === 'number' ? { intValue: String(value) } : { doubleValue: value.seconds };
}
