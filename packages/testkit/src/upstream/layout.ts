/** Encodes a behaviour as the steps of a connection: head, framing and body. */
import { send, wait } from '../behaviour.ts';
import type { Answer, Behaviour, Step } from '../behaviour.ts';
import { cutBytes } from '../wire/bytes.ts';
import { lastChunk, writeChunk } from '../wire/chunked.ts';
import { writeMessageHead } from '../wire/head.ts';
import type { HeaderLine } from '../wire/head.ts';

/** The properties of the request that the encoding of a response depends on. */
export interface Asked {
  readonly method: string;
  readonly keepAlive: boolean;
}

function countContent(answer: Answer): number {
  let total = 0;
  for (const step of answer.body) {
    if (step.step === 'send') total += step.bytes.length;
    if (step.step === 'repeat') total += step.bytes.length * step.times;
  }
  return total;
}

function saysClose([name, value]: HeaderLine): boolean {
  return name.toLowerCase() === 'connection' && value.toLowerCase() === 'close';
}

function frameHeaders(answer: Answer): readonly HeaderLine[] {
  if (answer.framing === 'length') return [['content-length', String(countContent(answer))]];
  if (answer.framing === 'chunked') return [['transfer-encoding', 'chunked']];
  return [];
}

function layOutHead(answer: Answer, closes: boolean): Step {
  const closeLine: readonly HeaderLine[] =
    closes && !answer.headers.some(saysClose) ? [['connection', 'close']] : [];
  return send(
    writeMessageHead({
      startLine: `HTTP/1.1 ${answer.status} ${answer.reason}`,
      headerLines: [...answer.headers, ...frameHeaders(answer), ...closeLine],
    }),
  );
}

function layOutBody(answer: Answer): readonly Step[] {
  if (answer.framing !== 'chunked') return answer.body;
  const framed = answer.body.map((step) =>
    'bytes' in step ? { ...step, bytes: writeChunk(step.bytes) } : step,
  );
  return answer.complete ? [...framed, send(lastChunk)] : framed;
}

/** Splits a send into network writes, each in its own turn of the event loop. */
function segment(step: Step, size: number): readonly Step[] {
  if (step.step !== 'send') return [step];
  return cutBytes(step.bytes, size).flatMap((piece) => [send(piece), wait(0)]);
}

function layOutAnswer(answer: Answer, asked: Asked): readonly Step[] {
  const closes = !asked.keepAlive || answer.framing === 'close' || answer.headers.some(saysClose);
  const steps: readonly Step[] = [
    ...answer.before,
    layOutHead(answer, closes),
    ...(asked.method === 'HEAD' ? [] : layOutBody(answer)),
    ...(answer.complete ? [{ step: 'done' } as const] : []),
    ...answer.after,
    ...(closes && answer.complete ? [{ step: 'finish' } as const] : []),
  ];
  const size = answer.segmentBytes;
  return size === undefined ? steps : steps.flatMap((step) => segment(step, size));
}

/** Encodes a behaviour as the steps that the connection plays. */
export function layOut(behaviour: Behaviour, asked: Asked): readonly Step[] {
  return behaviour.type === 'answer' ? layOutAnswer(behaviour, asked) : behaviour.steps;
}
