// The events of a streamed reply, which decoders return and encoders take.
import type { GatewayError } from './error.ts';
import type { Finish } from './finish.ts';
import type { ProviderState } from './provider-state.ts';
import type { CallPart, Citation, MediaPart, ServerPart } from './part.ts';
import type { Usage } from './usage.ts';

/** The start of a part: everything except the content, which arrives in deltas. */
export type PartHead =
  | { readonly type: 'text' }
  | { readonly type: 'reasoning' }
  | { readonly type: 'refusal' }
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
 * - `usage` may come anywhere, also after `finish`. It replaces the previous usage and is never added to it.
 */
export type CanonicalEvent =
  | {
      readonly type: 'reply-start';
      readonly id?: string;
      readonly model?: string;
      readonly serviceTier?: string;
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
  | { readonly type: 'usage'; readonly usage: Usage }
  | { readonly type: 'finish'; readonly choice: number; readonly finish: Finish }
  | { readonly type: 'failure'; readonly error: GatewayError }
  | { readonly type: 'reply-end' };
