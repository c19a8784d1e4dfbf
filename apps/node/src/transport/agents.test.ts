import type { UpstreamResponse } from '@parley/core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createCall, readText, untilReusable, writeWhole } from '../testing/raw-exchange.ts';
import { startRawUpstream, type RawUpstream } from '../testing/raw-upstream.ts';
import { createAgents, type Agents, type Way } from './agents.ts';
import type { CallSender } from './connection-pool.ts';
import { DispatchHandler } from './dispatch-handler.ts';

let upstream: RawUpstream;
let agents: Agents;

beforeEach(async () => {
  agents = createAgents({ connectTimeout: 5_000, allowH2: false });
  upstream = await startRawUpstream((socket) => {
    socket.write(writeWhole('{}'));
  });
});

afterEach(async () => {
  await agents.destroy();
  await upstream.close();
});

const direct: Way = { proxy: undefined, ca: undefined };
const through = (port: number): Way => ({ ...direct, proxy: `http://127.0.0.1:${String(port)}` });

async function call(sender: CallSender): Promise<string> {
  const { origin } = new URL(upstream.url);
  const { body } = await new Promise<UpstreamResponse>((resolve, reject) => {
    const handler = new DispatchHandler({ resolve, reject }, createCall(upstream.url));
    sender.dispatch({ origin, path: '/', method: 'GET' }, handler);
  });
  return readText(body);
}

it('the connections of a way are shared by all its calls, and by no other way', () => {
  const pair = agents.of(direct);
  expect(agents.of({ ...direct })).toBe(pair);
  expect(agents.of(through(9))).not.toBe(pair);
  expect(agents.of(through(9))).toBe(agents.of(through(9)));
  expect(agents.of(through(10))).not.toBe(agents.of(through(9)));
});

it('the oldest of more than 64 ways is closed, and opened again when it is needed', async () => {
  const { keeping, single } = agents.of(direct);
  for (let port = 1; port < 64; port += 1) agents.of(through(port));
  expect(await call(keeping)).toBe('{}');
  expect(agents.of(direct).keeping).toBe(keeping);
  agents.of(through(64));
  await expect(call(keeping)).rejects.toThrow();
  await expect(call(single)).rejects.toThrow();
  await upstream.whenOpen(0);
  expect(await call(agents.of(direct).keeping)).toBe('{}');
});

it('one agent of a way keeps its connection for the next call, the other one does not', async () => {
  const { keeping, single } = agents.of(direct);
  for (const sender of [keeping, single]) {
    for (let round = 0; round < 2; round += 1) {
      await call(sender);
      await untilReusable();
    }
  }
  expect([upstream.requests, upstream.connections, upstream.open]).toEqual([4, 3, 1]);
});
