/** Many streams at once, and what their tests share. */
import { setTimeout as wait } from 'node:timers/promises';
import { answerWith, holdAfter, reshape } from '@parley/testkit';
import { administer, ask, type TestGateway } from './test-gateway.ts';

/** Milliseconds that a test may take on a busy machine. */
export const patientMs = 60_000;

/** How many frames of an answer there are until its first text is out. */
export const framesOfText = 3;

/** Streams that all are in the middle at one moment. Gives what each of them brought. */
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

/** Streams of one key with limits, opened one after another over a span. Gives what each of them brought. */
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
