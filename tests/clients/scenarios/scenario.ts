/** The type of a scenario, and functions that several scenarios share. */
import type { ScriptedUpstream } from '@parley/testkit';
import { expect } from 'vitest';
import type { Client, Conversation, Failure, ReplyMode, Setup } from '../driver.ts';
import { readSent } from '../sent/read-sent.ts';
import type { Sent } from '../sent/sent.ts';
import type { UpstreamFormat } from '../test-gateway.ts';

/** One client, streamed or not, and one upstream: the input of a scenario. */
export interface ScenarioContext {
  readonly client: Client;
  readonly mode: ReplyMode;
  readonly format: UpstreamFormat;
  readonly upstream: ScriptedUpstream;
  connect(needs?: Partial<Setup>): Conversation;
}

/** What every client must be able to do with every upstream. */
export interface Scenario {
  readonly name: string;
  /** Both if absent. */
  readonly replyModes?: readonly ReplyMode[];
  /** Whether the gateway does this, and not the upstream. */
  readonly ofGateway?: true;
  play(context: ScenarioContext): Promise<void>;
}

/** Waits for a request to fail, and reads the error as the library's users would. */
export async function catchFailure(
  context: ScenarioContext,
  request: Promise<unknown>,
): Promise<Failure> {
  const outcome = await request.then(
    () => undefined,
    (error: unknown) => ({ error }),
  );
  expect(outcome, 'the request must fail').toBeDefined();
  return context.client.readFailure(outcome?.error);
}

/** What the upstream received, in the order of its requests. */
export function listSent({ upstream }: ScenarioContext): readonly Sent[] {
  return upstream.requests.map(readSent);
}
