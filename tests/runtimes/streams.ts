/** Many streams at once, for the tests of this folder. */
import { setTimeout as wait } from 'node:timers/promises';
import { answerWith, holdAfter, reshape, type Answer } from '@parley/testkit';
import { administer, ask, type TestGateway } from './test-gateway.ts';

/** Milliseconds that a test may take on a busy machine. */
export const patientMs = 60_000;

/** A frame with text, in each dialect of the upstreams. */
const textFrame = /"content":"[^"]|"text_delta"|"response\.output_text\.delta"/;

/** The number of frames of an answer up to its first text. */
export function framesOfText(answer: Answer): number {
  const texts = answer.body.map((step) =>
    'bytes' in step ? Buffer.from(step.bytes).toString() : '',
  );
  return 1 + texts.findIndex((text) => textFrame.test(text));
}

/** Opens streams that are all in the middle at one moment. @returns the text of each */
export async function streamAtOnce(
  { upstream, ask: sendRequest }: TestGateway,
  count: number,
): Promise<string[]> {
  upstream.script(
    reshape(answerWith({ text: ['a', 'b'] }), (each) => holdAfter(each, framesOfText(each))),
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
