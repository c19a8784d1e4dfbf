// A reply, whole or as the events of a stream, which decoders return and encoders take.
import type { Extras } from './dialect.ts';
import type { Logprobs } from './logprobs.ts';
import type {
  Part,
  CallPart,
  Citation,
  MediaPart,
  RefusalPart,
  ServerPart,
  TextPart,
} from './part.ts';
import type { Usage } from './usage.ts';
import type { GatewayError } from './error.ts';
import type { ProviderState } from './provider-state.ts';

/**
 * Why a reply ended.
 * - `stop`: the model was done. `stop-sequence`: it generated a stop string of the request.
 * - `length`: output token limit. `context`: the context window was full.
 * - `calls`: it waits for the results of tool calls.
 * - `filter`: a safety system stopped it or the model refused.
 * - `pause`: a long turn was interrupted and may be continued.
 * - `fault`: the model or its server made a mistake, such as a malformed call.
 */
export type FinishReason =
  'stop' | 'stop-sequence' | 'length' | 'context' | 'calls' | 'filter' | 'pause' | 'fault';

/** The finish reason in canonical form, and the upstream's own value if it says more. */
export interface Finish {
  readonly reason: FinishReason;
  /** The value on the wire, such as `eos`; kept for logs and notes. */
  readonly native?: string;
  /** The stop string that was generated, for `stop-sequence`. */
  readonly stopSequence?: string;
}

/** One of the alternative replies to a request; most formats have only one. */
export interface Choice {
  readonly index: number;
  readonly parts: readonly Part[];
  readonly finish: Finish;
  readonly logprobs?: Logprobs;
}

/** A whole reply in canonical form. */
export interface CanonicalReply {
  readonly id?: string;
  /** The model name as the upstream states it. */
  readonly model?: string;
  /** Seconds since 1970. */
  readonly createdAt?: number;
  readonly serviceTier?: string;
  readonly choices: readonly Choice[];
  readonly usage?: Usage;
  readonly extras?: Extras;
}

/** The start of a part: everything except the content, which arrives in deltas. */
export type PartHead =
  | Pick<TextPart, 'type' | 'phase'>
  | { readonly type: 'reasoning' }
  | Pick<RefusalPart, 'type' | 'phase'>
  | Pick<CallPart, 'type' | 'id' | 'name' | 'custom' | 'extras'>
  | MediaPart
  | ServerPart;

/**
 * One step of a streamed reply. The invariants, checked in every test:
 * - `reply-start` comes first; `reply-end` or `failure` comes last, exactly once.
 * - Each part index is opened once, in ascending order. Deltas and provider state come only while their part
 *   is open. Parts may overlap.
 * - A citation may come until its choice has finished: some upstreams name the sources of a text after the
 *   call that closed it.
 * - Every part of a choice is closed before the choice's `finish`.
 * - `logprobs` come until their choice has finished, before the text or refusal of their tokens where it is known.
 *   They are added to the previous ones.
 * - `usage` may come anywhere, also after `finish`. It replaces the previous usage and is never added to it.
 * - `extras`, which few replies have, may also come anywhere, once.
 */
export type CanonicalEvent =
  | {
      readonly type: 'reply-start';
      readonly id?: string;
      readonly model?: string;
      readonly serviceTier?: string;
      /** What the upstream's first event states, for formats that state the prompt's tokens first; `usage` repeats it. */
      readonly usage?: Usage;
    }
  | {
      readonly type: 'part-start';
      readonly index: number;
      readonly choice: number;
      readonly part: PartHead;
    }
  | { readonly type: 'part-delta'; readonly index: number; readonly text: string }
  | { readonly type: 'part-citation'; readonly index: number; readonly citation: Citation }
  | { readonly type: 'part-state'; readonly index: number; readonly providerState: ProviderState }
  | { readonly type: 'part-end'; readonly index: number }
  | { readonly type: 'logprobs'; readonly choice: number; readonly logprobs: Logprobs }
  | { readonly type: 'usage'; readonly usage: Usage }
  | { readonly type: 'extras'; readonly extras: Extras }
  | { readonly type: 'finish'; readonly choice: number; readonly finish: Finish }
  | { readonly type: 'failure'; readonly error: GatewayError }
  | { readonly type: 'reply-end' };
