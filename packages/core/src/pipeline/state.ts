import type {
  Codec,
  DialectId,
  Effort,
  Fidelity,
  GatewayError,
  JsonValue,
  Note,
  RequestAddress,
} from '@parley/protocol';
import type { Interruption } from './interruption.ts';
import type { Operation } from './operations/operation.ts';
import type { Host } from '../ports.ts';
import type { FoundPrice } from '../billing/pricing/price-book.ts';
import type { Allowance } from '../billing/quota/allowance.ts';
import type { AnswerMeter } from '../billing/quota/answer-meter.ts';
import type { Bill } from '../billing/quota/bill.ts';
import type { FrameForm } from './streaming/stream-format.ts';
import type { Group } from '../models/routing/snapshot.ts';
import type { AccountRecord, KeyRecord, LimitName, Standing } from '../store/index.ts';

/** One call of an upstream, or the try of one. */
export interface AttemptFacts {
  readonly upstream: string;
  /** The upstream's own model name. */
  readonly model: string;
  readonly outbound: DialectId;
  /** Its price when the exchange began. */
  readonly price: FoundPrice;
  /** When it began, on the monotonic clock, as are the other ticks. */
  readonly startedTick: number;
  /** When the first bytes of its answer came. */
  firstByteTick?: number;
  endedTick?: number;
  /** The HTTP status of the upstream; absent when it did not answer. */
  status?: number;
  /** Why it gave no whole answer. */
  error?: GatewayError;
  /** There from when the upstream has accepted the call: what costs money is counted here. */
  meter?: AnswerMeter;
}

/** What becomes known of an exchange on its way, for its record. Each stage adds what it learns. */
export interface ExchangeFacts {
  key?: KeyRecord;
  account?: AccountRecord;
  /** The group that serves it, which also decides what it costs. */
  group?: Group;
  /** How hard the model is to think, by a tier rule, where the caller does not say. */
  effort?: Effort;
  /** The call name that serves it; until one is found, what the caller wrote, if it is harmless. */
  callName?: string;
  stream?: boolean;
  /** In the order in which they were made. */
  readonly attempts: AttemptFacts[];
  fidelity: Fidelity;
  notes: readonly Note[];
  /** Milliseconds from the start until the key was known. */
  authenticatedMs?: number;
  /** Milliseconds from the start until its quota was held. */
  admittedMs?: number;
  /** Milliseconds from the start to the answer's first byte. */
  firstByteMs?: number;
  /** The kept answer that this one continues. */
  previousResponseId?: JsonValue;
  /** Keeps the answer for its caller; told the end of it as the caller gets it. */
  keep?: (text: string) => Promise<void>;
  /** Gives its place among the running exchanges back. */
  leave?: () => void;
  /** What its answer may use, where that is limited. */
  allowance?: Allowance;
  /** How far the key's rates were used when it asked. */
  standing?: Standing;
  /** The limit that refused it, and when that begins anew, in milliseconds since 1970. */
  refused?: { readonly limit: LimitName; readonly retryAt?: number };
  /** What it costs, once that is settled. */
  bill?: Bill;
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
