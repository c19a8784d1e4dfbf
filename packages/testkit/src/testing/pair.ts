/** Opens a scripted upstream and a raw client for one test. */
import { expect, onTestFinished } from 'vitest';
import type { Behaviour } from '../behaviour.ts';
import { openRawClient } from '../client/raw-client.ts';
import type { RawClient } from '../client/raw-client.ts';
import type { RawAnswer } from '../client/answer-reader.ts';
import { createScriptedUpstream } from '../upstream/scripted-upstream.ts';
import type { ScriptedUpstream, ScriptedUpstreamOptions } from '../upstream/scripted-upstream.ts';

export interface Pair {
  readonly upstream: ScriptedUpstream;
  readonly client: RawClient;
}

/** A request for a chat stream. */
export const chatRequest = {
  path: '/v1/chat/completions',
  body: { model: 'm', stream: true, messages: [] },
};

/** An upstream for the running test, closed after it. */
export async function openUpstream(
  options: ScriptedUpstreamOptions = {},
): Promise<ScriptedUpstream> {
  const upstream = await createScriptedUpstream({ waitMilliseconds: 2000, ...options });
  onTestFinished(async () => {
    await upstream.close();
    expect(upstream.failures).toEqual([]);
  });
  return upstream;
}

/** An upstream and a client connected to it. */
export async function openPair(options: ScriptedUpstreamOptions = {}): Promise<Pair> {
  const upstream = await openUpstream(options);
  const client = await openRawClient(upstream.port, { waitMilliseconds: 2000 });
  onTestFinished(() => client.leave());
  return { upstream, client };
}

/** Sends one request to which the upstream responds with a behaviour. */
export async function play(behaviour: Behaviour): Promise<Pair> {
  const pair = await openPair({ script: behaviour });
  await pair.client.request(chatRequest);
  return pair;
}

/** Returns the response of a behaviour. */
export async function playAnswer(behaviour: Behaviour): Promise<RawAnswer> {
  const { client } = await play(behaviour);
  return client.readAnswer();
}
