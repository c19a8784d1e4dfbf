/** The state of an upstream as the pages show it. */
import type { View } from '../api/client.ts';

export type Health = View<'UpstreamHealth'>;
/** `failing`: its last call failed, while its circuit breaker is closed. */
export type ShownState = Health['state'] | 'failing';

export function shownStateOf({ state, failures }: Pick<Health, 'state' | 'failures'>): ShownState {
  return state === 'ready' && failures > 0 ? 'failing' : state;
}

/** The statuses by which vendors refuse a credential (401, 403) or an account (402). */
const refusals: readonly unknown[] = [401, 402, 403];

/** Whether the last call was refused because of the operator's credential or account. */
export function refusesGateway({
  failures,
  last_failure: failure,
}: Pick<Health, 'failures' | 'last_failure'>): boolean {
  return failures > 0 && refusals.includes(failure?.status);
}
