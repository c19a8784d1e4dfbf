/** Many streams at once, and what their tests share. */
import { answerWith, holdAfter, reshape } from '@parley/testkit';
import type { TestGateway } from './test-gateway.ts';

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
