/** One alert: what operators are told without asking. */
import type { AlertType } from '@parley/core/extension';

export interface Alert {
  /** The same for the same fact in every process, so that only the first one tells it. */
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
