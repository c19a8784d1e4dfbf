// A whole answer between decoders and encoders.
import type { Extras } from './dialect.ts';
import type { Finish } from './finish.ts';
import type { JsonValue } from '../json/value.ts';
import type { Part } from './part.ts';
import type { Usage } from './usage.ts';

/** One of the answers to a request; most formats have one only. */
export interface Choice {
  readonly index: number;
  readonly parts: readonly Part[];
  readonly finish: Finish;
  /** Token probabilities in the chat dialect's form, the only one that has them per choice. */
  readonly logprobs?: JsonValue;
}

/** A whole answer, in no vendor's format. */
export interface CanonicalReply {
  readonly id?: string;
  /** The model as the upstream names it. */
  readonly model?: string;
  /** Seconds since 1970. */
  readonly createdAt?: number;
  readonly serviceTier?: string;
  readonly choices: readonly Choice[];
  readonly usage?: Usage;
  readonly extras?: Extras;
}
