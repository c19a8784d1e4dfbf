import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { echoForms, writeWords } from '../testing/echo-forms.ts';
import {
  createEcho,
  createEchoGateway,
  credentials,
  findCredentials,
  findPlaces,
  pairs,
  type EchoGateway,
  type EchoQuestion,
  type Traces,
} from '../testing/echo-gateway.ts';

let stage: EchoGateway;

beforeAll(async () => {
  // A failed attempt is repeated after a pause.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  stage = await createEchoGateway();
});

afterAll(async () => {
  vi.useRealTimers();
  await stage.gateway.close();
});

async function ask(asked: EchoQuestion): Promise<Traces> {
  let isOver = false;
  const traces = stage.ask(asked).finally(() => (isOver = true));
  while (!isOver) {
    vi.advanceTimersByTime(100);
    await new Promise(setImmediate);
  }
  return await traces;
}

function expectNoLeak({ calls, status, ...traces }: Traces): void {
  const leaks = Object.entries(traces).flatMap(([where, text]) =>
    [...findCredentials(text), ...findPlaces(text)].map((leak) => `${where} has ${leak}: ${text}`),
  );
  expect(leaks).toEqual([]);
  expect(calls).toBeGreaterThan(0);
  expect(status).toBeGreaterThanOrEqual(200);
}

describe.each(pairs)(
  'a %s caller hears nothing of our secrets that a %s upstream says',
  (inbound, outbound) => {
    it.each(echoForms.map((form, index) => ({ ...form, index })))(
      'in $name',
      async ({ stream, write, index }) => {
        const answer = write(outbound, createEcho(index + outbound.length));
        if (answer === undefined) return;
        stage.script(() => answer);
        expectNoLeak(await ask({ inbound, outbound, stream }));
      },
    );

    it('in the words of a machine, whichever credential it is', async () => {
      for (const index of credentials.keys()) {
        stage.script(() => writeWords(outbound, createEcho(index)));
        expectNoLeak(await ask({ inbound, outbound, stream: false }));
      }
    });
  },
);
