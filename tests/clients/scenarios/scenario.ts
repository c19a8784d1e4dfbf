import type { ScriptedUpstream } from '@parley/testkit';
import { expect } from 'vitest';
import type { Client, Conversation, Failure, Manner, Setup } from '../driver.ts';
import { readSent } from '../sent/read-sent.ts';
import type { Sent } from '../sent/sent.ts';
import type { UpstreamFormat } from '../stage.ts';

/** One client, one manner and one upstream: what a scenario plays with. */
export interface Scene {
  readonly client: Client;
  readonly manner: Manner;
  readonly format: UpstreamFormat;
  readonly upstream: ScriptedUpstream;
  connect(needs?: Partial<Setup>): Conversation;
}

/** What every client must be able to do with every upstream. */
export interface Scenario {
  readonly name: string;
  /** Both when absent. */
  readonly manners?: readonly Manner[];
  /** Whether it is the gateway that does this, and no upstream. */
  readonly ofGateway?: true;
  play(scene: Scene): Promise<void>;
}

/** Waits for a request to fail, and reads the failure the way the library's users would. */
export async function catchFailure(scene: Scene, request: Promise<unknown>): Promise<Failure> {
  const outcome = await request.then(
    () => undefined,
    (error: unknown) => ({ error }),
  );
  expect(outcome, 'the request must fail').toBeDefined();
  return scene.client.readFailure(outcome?.error);
}

/** What the upstream was sent, by the order of its requests. */
export function listSent({ upstream }: Scene): readonly Sent[] {
  return upstream.requests.map(readSent);
}
