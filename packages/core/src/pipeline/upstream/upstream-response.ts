import { GatewayError } from '@parley/protocol';
import type { AnswerMeter } from '../../billing/quota/answer-meter.ts';
import type { Question } from '../parse.ts';
import type { UpstreamConnection } from './connection.ts';
import type { EncodedCall } from './upstream-request.ts';
import type { UpstreamReader } from './upstream-reader.ts';

/** An upstream that answered with success, and what it was asked. */
export interface Reception {
  readonly question: Question;
  readonly encoded: EncodedCall;
  readonly connection: UpstreamConnection;
  /** Reads what the connection gives. */
  readonly reader: UpstreamReader;
  /** Counts what the answer costs. */
  readonly meter: AnswerMeter;
}

/** An answer with a good status that is no answer. */
export function badAnswer(): GatewayError {
  return new GatewayError('upstream-unavailable', 'The upstream gave no usable answer.', {
    reason: 'upstream_bad_answer',
  });
}
