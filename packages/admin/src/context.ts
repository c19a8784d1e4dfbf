/** What the endpoints of this package share. */
import type { GatewayContext } from '@parley/core/extension';
import type { LiveStreams } from './http/live-streams.ts';

export interface AdminContext extends GatewayContext {
  /** Responses that go on until somebody ends them. */
  readonly streams: LiveStreams;
}
