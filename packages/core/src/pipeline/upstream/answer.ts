import type { Lane } from '../streaming/reply-stream.ts';
import type { UpstreamConnection } from './connection.ts';

/** A whole answer, already in the caller's dialect. */
export interface WholeAnswer {
  readonly kind: 'whole';
  readonly text: string;
  /** 200 when absent. */
  readonly status?: number;
  /** Beside those that every answer has. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A streamed answer whose beginning looked good. */
export interface StreamAnswer {
  readonly kind: 'stream';
  readonly lane: Lane;
  /** What the lane has given so far; it comes first. */
  readonly pending: string;
  /** Where the rest comes from. */
  readonly connection: UpstreamConnection;
}

export type Answer = WholeAnswer | StreamAnswer;
