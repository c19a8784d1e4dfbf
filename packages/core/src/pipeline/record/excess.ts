/** Logs usage beyond what a limit allows; used when an exchange is settled, also one in the background. */
import type { Usage } from '@parley/protocol';
import type { GatewayContext } from '../../context.ts';

const message = 'An upstream reports more than was held for the call; the rest is not charged.';

/** What was used in one attempt. */
export interface AttemptUse {
  readonly requestId: string;
  readonly upstream: string;
  readonly model: string;
  /** As reported; absent where all of it is charged. */
  readonly excess: Usage | undefined;
}

/** Logs usage that is not charged. */
export function logExcess(
  { log }: Pick<GatewayContext, 'log'>,
  { requestId, upstream, model, excess: used }: AttemptUse,
): void {
  if (used !== undefined) log('warn', message, { request_id: requestId, upstream, model, used });
}
