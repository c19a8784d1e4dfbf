// A whole reply, which decoders return and encoders take.
import type { Extras } from './dialect.ts';
import type { Finish } from './finish.ts';
import type { JsonValue } from '../json/value.ts';
import type { Part } from './part.ts';
import type { Usage } from './usage.ts';

/** One of the alternative replies to a request; most formats have only one. */
export interface Choice {
  readonly index: number;
  readonly parts: readonly Part[];
  readonly finish: Finish;
  /** Token probabilities in the form of the `openai-chat` dialect, the only one that has them per choice. */
  readonly logprobs?: JsonValue;
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
