import type {
  Codec,
  DialectId,
  Fidelity,
  GatewayError,
  JsonValue,
  Note,
  RequestAddress,
  Usage,
} from '@parley/protocol';
import type { Interruption } from './interruption.ts';
import type { Operation } from './operations/operation.ts';
import type { Host } from './ports.ts';
import type { FrameForm } from './relay/frame-form.ts';
import type { Admission } from './stages/admit.ts';
import type { KeyRecord } from './store.ts';

/** What becomes known of an exchange on its way, for its record. Each stage adds what it learns. */
export interface ExchangeFacts {
  key?: KeyRecord;
  callName?: string;
  stream?: boolean;
  upstream?: string;
  upstreamModel?: string;
  outbound?: DialectId;
  attempts: number;
  usage?: Usage;
  fidelity: Fidelity;
  notes: readonly Note[];
  /** Milliseconds from the start to the answer's first byte. */
  firstByteMs?: number;
  /** The kept answer that this one continues. */
  previousResponseId?: JsonValue;
  /** Keeps the answer for its caller; told the end of it as the caller gets it. */
  keep?: (text: string) => Promise<void>;
  /** Its place among the running exchanges. */
  admission?: Admission;
  settled: boolean;
}

/** What a native path says beside its place. */
export interface NativeAddress extends RequestAddress {
  /** Such as `generateContent`. */
  readonly action: string;
}

/** One caller request, from start to end. */
export interface Exchange {
  readonly id: string;
  /** The path that was called, without its query. */
  readonly endpoint: string;
  /** The dialect of the caller: it also writes every error. */
  readonly inbound: Codec;
  readonly operation: Operation;
  /** What the path says of model and stream, in dialects whose bodies do not say it. */
  readonly address?: NativeAddress;
  /** How the caller wants streamed frames. */
  readonly form: FrameForm;
  readonly request: Request;
  readonly host: Host;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** The same moment on the monotonic clock. */
  readonly startedTick: number;
  readonly interruption: Interruption;
  readonly facts: ExchangeFacts;
}

/** How an exchange ended, for its record. */
export interface Ending {
  /** The HTTP status the caller saw; 499 when the caller left first. */
  readonly status: number;
  readonly error?: GatewayError;
}
