/** What a form of error is; used by the lists of forms. */
import type { DialectId } from '@parley/protocol';
import type { EchoAnswer } from './gateway.ts';
import type { Echo } from './secrets.ts';

/** A form of error response. */
export interface EchoForm {
  readonly name: string;
  /** Whether the client requests a stream. */
  readonly stream: boolean;
  /** Returns `undefined` for dialects that have no such form. */
  readonly write: (dialect: DialectId, echo: Echo) => EchoAnswer | undefined;
}
