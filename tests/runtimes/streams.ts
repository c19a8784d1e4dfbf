/** Many streams at once, for the tests of this folder. */
import { setTimeout as wait } from 'node:timers/promises';
import { answerWith, holdAfter, reshape } from '@parley/testkit';
import { administer, ask, type TestGateway } from './test-gateway.ts';

/** Milliseconds that a test may take on a busy machine. */
export const patientMs = 60_000;

/** The number of frames of an answer up to its first text. */
export const framesOfText = 3;

/** Opens streams that are all in the middle at one moment. @returns the text of each */
export async function streamAtOnce(
  { upstream, ask: sendRequest }: TestGateway,
  count: number,
): Promise<string[]> {
  upstream.script(
    reshape(answerWith({ text: ['a', 'b'] }), (each) => holdAfter(each, framesOfText)),
  );
  const responses = await Promise.all(
    Array.from({ length: count }, () => sendRequest({ stream: true })),
  );
  const texts = responses.map((response) => response.text());
  await upstream.whenHeld(count);
  upstream.release();
  return Promise.all(texts);
}

/** Opens streams of one limited key, evenly spread over a time. @returns the text of each */
export async function streamInBurst(
  { gateway, upstream }: TestGateway,
  count: number,
  spanMs: number,
): Promise<string[]> {
  upstream.script(answerWith({ text: ['a', 'b'] }));
  const { secret } = await administer<{ secret: string }>(gateway, 'keys', {
    name: 'burst',
    limits: { quota: { amount: '1000', reset: 'none' }, concurrency: count },
  });
  const one = async (_: unknown, index: number): Promise<string> => {
    await wait((index * spanMs) / count);
    const response = await ask({ url: gateway.url, key: secret }, { stream: true, max_tokens: 5 });
    return response.text();
  };
  return Promise.all(Array.from({ length: count }, one));
}

/** Returns a number once it has not changed for a second. */
export async function whenSteady(read: () => number): Promise<number> {
  for (let last = -1; ;) {
    await wait(1_000);
    const now = read();
    if (now === last) return now;
    last = now;
  }
}
