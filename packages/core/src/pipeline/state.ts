/**
 * The state of an exchange after each stage of the pipeline. Every stage takes one state and returns the
 * next, which adds to the one before it; `pipeline.ts` passes them on. All states of an exchange are one object,
 * because copies would cost more than most stages: the types tell which fields are filled, and only `advance` fills
 * them.
 */
import type { Codec, Effort, Note, RequestAddress } from '@parley/protocol';
import type { PricedTarget, Reserved } from '../billing/quota/reservation/reserve.ts';
import type { GatewayContext, IncomingRequest } from '../context.ts';
import type { Quote } from '../models/routing/quote.ts';
import type { Group, Target } from '../models/routing/snapshot.ts';
import type { HttpRequest } from '../ports.ts';
import type { Caller } from './request/caller.ts';
import type { Interruption } from './request/interruption.ts';
import type { ParsedRequest } from './request/parsed-request.ts';
import type { RunningExchange } from './capacity/running-exchanges.ts';
import type { StreamFormat } from './streaming/stream-format.ts';
import type { StreamPump } from './streaming/stream-pump.ts';
import type { AttemptLog } from './upstream/attempt-log.ts';

/** Model and action in a path of the Gemini dialect. */
export interface NativeAddress extends RequestAddress {
  /** Such as `generateContent`. */
  readonly action: string;
}

/** After `receive`: a request reached an endpoint; its headers and its body are still unread. */
export interface Received {
  readonly id: string;
  readonly incoming: IncomingRequest<HttpRequest>;
  /** The path of the request, without its query. */
  readonly endpoint: string;
  /** The client's dialect, in which errors are also written. */
  readonly inbound: Codec;
  /** Model and action, in dialects whose path names them. */
  readonly address?: NativeAddress;
  /** The call name, where the path states it; the `model` of the body is then ignored. */
  readonly callName?: string | undefined;
  /** The format of a streamed response. */
  readonly format: StreamFormat;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** The same time on the monotonic clock, in milliseconds. */
  readonly startedTick: number;
  /** Ends the exchange early. */
  readonly interruption: Interruption;
  /** What it holds of this process. */
  readonly running: RunningExchange;
  /** All attempts; the attempt stage adds to them. */
  readonly attempts: AttemptLog;
}

/** After `authenticate`: the key is valid. */
export interface Authenticated extends Received {
  readonly caller: Caller;
  /** Milliseconds from the start until the key was known. */
  readonly authenticatedMs: number;
}

/** After `parse`: the body is a valid request of the client's dialect. */
export interface Parsed extends Authenticated {
  readonly request: ParsedRequest;
}

/** The result of resolving a call name. */
export interface ResolvedRoute {
  readonly callName: string;
  /** The group of the call name; its multiplier applies to the cost. */
  readonly group: Group;
  /** The reasoning effort of a tier rule, used when the client sets none. */
  readonly effort?: Effort;
  /** In the order in which they are tried, at least one. */
  readonly targets: readonly Target[];
  /** All targets of the call name, by priority: the price for the caller depends on them. */
  readonly pricedBy: readonly Target[];
}

/** After `resolve`: the call name has targets. */
export interface Resolved extends Parsed {
  readonly route: ResolvedRoute;
}

/** What an exchange may use, as `admit` decided. Nothing is reserved for keys without limits. */
export interface Admission extends Partial<Reserved> {
  /** The targets that it may call, in the order in which they are tried, at least one. */
  readonly targets: readonly PricedTarget[];
  /** What the caller pays, whichever target answers. */
  readonly quote: Quote;
}

/** After `admit`: the limits of the gateway and of the key allow the exchange. */
export interface Admitted extends Resolved {
  readonly admission: Admission;
  /** Milliseconds from the start until its cost was reserved. */
  readonly admittedMs: number;
}

interface BaseAnswer {
  /** Notes on the translation of the reply that are known before its first byte is sent. */
  readonly notes: readonly Note[];
  /**
   * Stores the reply before its end is sent. Called with the end of a complete reply in the client's
   * dialect: a whole body, or the last event of a stream. Never rejects.
   */
  readonly keep?: (text: string) => Promise<void>;
  /**
   * Whether the upstream goes on with the reply when the response has ended. The exchange is then settled when the
   * reply ends. Never when absent.
   */
  readonly goesOn?: () => boolean;
}

/** A response in the client's dialect that is not streamed. */
export interface WholeAnswer extends BaseAnswer {
  readonly kind: 'whole';
  readonly text: string;
  /** HTTP status; 200 when absent. */
  readonly status?: number;
  /** Sent in addition to the headers of every response. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A stream in the client's dialect that began without an error. */
export interface StreamAnswer extends BaseAnswer {
  readonly kind: 'stream';
  readonly pump: StreamPump;
}

/** What the pipeline sends to the client when nothing failed. */
export type Answer = WholeAnswer | StreamAnswer;

/** The last state that an exchange reached; the fields of later stages are absent. */
export type Reached = Received &
  Partial<Omit<Admitted, keyof Received>> & { readonly answer?: Answer };

/** There is an answer. It may follow any stage, because some operations answer without an upstream. */
export type Answered = Reached & { readonly answer: Answer };

/** An exchange whose answer is a stream. */
export interface AnsweredStream {
  readonly answered: Answered;
  readonly answer: StreamAnswer;
}

/** What the stages after `receive` find. */
type Found = Partial<Omit<Reached, keyof Received>>;

/** Adds what a stage found, which gives the state after it. */
export function advance<State extends Received, Added extends Found>(
  state: State,
  found: Added,
): State & Added {
  return Object.assign(state, found);
}

/** Calls a function with a value at once if it is there, because a promise costs more than most stages. */
export function whenKnown<Value, Result>(
  value: Value | Promise<Value>,
  use: (value: Value) => Result,
): Result | Promise<Result> {
  return value instanceof Promise ? value.then(use) : use(value);
}

/** Milliseconds since an exchange began. */
export function elapsedMs(
  { clock }: Pick<GatewayContext, 'clock'>,
  { startedTick }: Received,
): number {
  return clock.monotonic() - startedTick;
}

/** Whether an exchange has reached its admission, so that all fields before it are filled. */
export function isAdmitted(reached: Reached): reached is Admitted {
  return reached.admission !== undefined;
}

/** All notes on the translation, in the order in which they were made. */
export function notesOf({ attempts, answer }: Reached): readonly Note[] {
  const notes = openingNotes({ attempts, answer });
  return answer?.kind === 'stream' ? joinNotes(notes, answer.pump.stream.notes) : notes;
}

/** The notes that were known when the response began. */
export function openingNotes({
  attempts,
  answer,
}: Pick<Reached, 'attempts' | 'answer'>): readonly Note[] {
  return joinNotes(attempts.last?.notes, answer?.notes);
}

/** Both lists as one; most exchanges have no notes, so that nothing is copied. */
export function joinNotes(
  before: readonly Note[] = [],
  after: readonly Note[] = [],
): readonly Note[] {
  if (after.length === 0) return before;
  return before.length === 0 ? after : [...before, ...after];
}
