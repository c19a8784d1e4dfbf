/** Which trace a request belongs to, by W3C Trace Context; used by `exchange-spans.ts`. */
import type { ExchangeSummary } from '@parley/core/extension';

/** Ids are lower-case hexadecimal digits: 32 of a trace, 16 of a span. */
export interface TraceContext {
  readonly traceId: string;
  /** The span of the client; absent where it sent none. */
  readonly parentSpanId?: string;
  /** What the client's tracing system keeps with the trace, as it sent it. */
  readonly traceState?: string;
  readonly isSampled: boolean;
}

/** `traceparent`: version, trace, span and flags. Later versions may add fields. */
const traceParent =
  /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const sampledFlag = 1;
/** Longer ones may be dropped. */
const maxStateLength = 512;

/**
 * The trace that the client names, which also says whether it is sampled. Without a valid one a new trace begins, whose
 * id is the digits of the request id.
 * @param share the part of the new traces that is sampled, 0 to 1
 * @see https://www.w3.org/TR/trace-context/
 */
export function readTraceContext(
  { id, headers }: Pick<ExchangeSummary, 'id' | 'headers'>,
  share: number,
): TraceContext {
  const found = traceParent.exec(headers.get('traceparent')?.trim() ?? '');
  const [, version, traceId = '', parentSpanId = '', flags = '', further] = found ?? [];
  if (found === null || (version === '00' && further !== undefined)) return beginTrace(id, share);
  const state = headers.get('tracestate') ?? '';
  return {
    traceId,
    parentSpanId,
    ...(state !== '' && state.length <= maxStateLength && { traceState: state }),
    isSampled: (Number.parseInt(flags, 16) & sampledFlag) === sampledFlag,
  };
}

/** The last 56 bits of the id, which are random, decide: everyone who sees the same trace decides alike. */
function beginTrace(requestId: string, share: number): TraceContext {
  const traceId = requestId.replace(/^req_/, '');
  return { traceId, isSampled: Number.parseInt(traceId.slice(18), 16) < share * 2 ** 56 };
}

/** A new id of a span. */
export function createSpanId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  const id = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return /^0+$/.test(id) ? createSpanId() : id;
}
