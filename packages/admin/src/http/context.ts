/** What the endpoints of this package share; made by `createAdmin`. */
import type { ExtensionContext } from '@parley/core/extension';
import type { Metrics } from '../metrics/metrics.ts';
import type { LiveStreams } from './live-streams.ts';
import type { TokenPresence } from './token-presence.ts';

/** The gateway, its metrics, its open streams and what it knows of tokens. */
export interface AdminContext extends ExtensionContext {
  /** Absent where nothing is counted. */
  readonly metrics?: Metrics | undefined;
  readonly liveStreams: LiveStreams;
  readonly tokens: TokenPresence;
}
