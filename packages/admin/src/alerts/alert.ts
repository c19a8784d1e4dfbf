/** An alert, which is reported to operators; made by the checks, sent by webhooks. */
import type { AlertType } from '@parley/core/extension';

export interface Alert {
  /** Derived from the fact, so that of several processes only the first one reports it. */
  readonly id: string;
  readonly type: AlertType | 'test';
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly subject: {
    readonly kind: 'key' | 'account' | 'upstream' | 'gateway';
    readonly id: string;
  };
  /** One sentence for a person, without secrets. */
  readonly message: string;
  /** The facts of the message for programs, with names in snake_case. */
  readonly facts: Readonly<Record<string, string | number | undefined>>;
}
