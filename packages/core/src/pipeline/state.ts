/**
 * What is known of an exchange after each stage. Every stage takes one state and gives the next, which
 * holds everything of the one before it; `pipeline.ts` passes them on.
 */
import type { Codec, Effort, Note, RequestAddress } from '@parley/protocol';
import type { PricedTarget } from '../billing/quota/reserve.ts';
import type { TokenBudget } from '../billing/quota/token-bound.ts';
import type { IncomingRequest } from '../context.ts';
import type { Group, Target } from '../models/routing/snapshot.ts';
import type { Standing } from '../store/index.ts';
import type { Caller } from './caller.ts';
import type { Interruption } from './interruption.ts';
import type { ParsedRequest } from './parsed-request.ts';
import type { StreamFormat } from './streaming/stream-format.ts';
import type { StreamPump } from './streaming/stream-pump.ts';
import type { AttemptLog } from './upstream/attempt-log.ts';

/** What a path of the Gemini dialect says of the request. */
export interface NativeAddress extends RequestAddress {
  /** Such as `generateContent`. */
  readonly action: string;
}

/** A request reached an endpoint; its headers and its body are still unread. */
export interface Received {
  readonly id: string;
  readonly incoming: IncomingRequest;
  /** The path that was called, without its query. */
  readonly endpoint: string;
  /** The dialect of the caller, which also writes every error. */
  readonly inbound: Codec;
  /** Model and action, in dialects whose path names them. */
  readonly address?: NativeAddress;
  /** How streamed frames are written for the caller. */
  readonly format: StreamFormat;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** The same moment on the monotonic clock, in milliseconds. */
  readonly startedTick: number;
  /** Ends the exchange early. */
  readonly interruption: Interruption;
  /** Every call of an upstream; the attempt stage adds to it. */
  readonly attempts: AttemptLog;
}

/** The key is valid. */
export interface Authenticated extends Received {
  readonly caller: Caller;
  /** Milliseconds from the start until the key was known. */
  readonly authenticatedMs: number;
}

/** The body is a valid request of the caller's dialect. */
export interface Parsed extends Authenticated {
  readonly request: ParsedRequest;
}

/** Where a call name leads. */
export interface ResolvedRoute {
  readonly callName: string;
  /** The group that serves it; it decides what the exchange costs. */
  readonly group: Group;
  /** How hard the model is to think, by a tier rule, where the caller does not say. */
  readonly effort?: Effort;
  /** In the order in which they are tried, at least one. */
  readonly targets: readonly Target[];
}

/** The call name has targets. */
export interface Resolved extends Parsed {
  readonly route: ResolvedRoute;
}

/** What an exchange may use. */
export interface Admission {
  /** The targets that it may call, in the order in which they are tried, at least one. */
  readonly targets: readonly PricedTarget[];
  /** What is reserved for it, in tokens; absent where nothing limits tokens or money. */
  readonly budget?: TokenBudget;
  /** How far the key's rates were used when the exchange was admitted; absent for keys without limits. */
  readonly standing?: Standing;
}

/** The limits of the gateway and of the key allow the exchange. */
export interface Admitted extends Resolved {
  readonly admission: Admission;
  /** Milliseconds from the start until its maximum cost was reserved. */
  readonly admittedMs: number;
}

interface BaseAnswer {
  /** What the translation of the reply changed, as far as known before its first byte is sent. */
  readonly notes: readonly Note[];
  /**
   * Stores the reply before its end is sent. Called with the end of a complete reply as the caller gets
   * it: a whole body, or the last event of a stream. Never rejects.
   */
  readonly keep?: (text: string) => Promise<void>;
}

/** A whole body in the caller's dialect. */
export interface WholeAnswer extends BaseAnswer {
  readonly kind: 'whole';
  readonly text: string;
  /** HTTP status; 200 when absent. */
  readonly status?: number;
  /** Sent beside the headers of every answer. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A stream in the caller's dialect whose beginning is good. */
export interface StreamAnswer extends BaseAnswer {
  readonly kind: 'stream';
  readonly pump: StreamPump;
}

/** What the pipeline sends to the caller when nothing failed. */
export type Answer = WholeAnswer | StreamAnswer;

/** The last state that an exchange reached; what later stages would add is absent. */
export type Reached = Received &
  Partial<Omit<Admitted, keyof Received>> & { readonly answer?: Answer };

/** There is an answer. It needs no upstream where an operation answers locally, so it may follow any stage. */
export type Answered = Reached & { readonly answer: Answer };

/** All notes on the translation, in the order in which they came up. */
export function notesOf({ attempts, answer }: Reached): readonly Note[] {
  const streamed = answer?.kind === 'stream' ? answer.pump.stream.notes : [];
  return [...openingNotes({ attempts, answer }), ...streamed];
}

/** Those that were known when the answer began. */
export function openingNotes({ attempts, answer }: Pick<Reached, 'attempts' | 'answer'>) {
  return [...(attempts.last?.notes ?? []), ...(answer?.notes ?? [])];
}
