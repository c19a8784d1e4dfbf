/** What is measured: a program between client and upstream, or the upstream itself. */
import { request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { pathOf, writeBody, writeHeaders, type Address, type Call } from './calls.ts';
import { startLimitMs } from './processes.ts';

/** Where a subject is started. */
export interface Place {
  /** An empty folder, or that of an earlier start of the same subject. */
  readonly folder: string;
  readonly upstreamPort: number;
}

/** A subject that can be started. */
export interface Subject {
  /** What `--subjects` calls it. */
  readonly id: string;
  /** Its row in the tables. */
  readonly title: string;
  /** Its version, or why it cannot be started here. */
  version(): string;
  /** Starts it on its core. It may not answer yet. */
  start(place: Place): Promise<RunningSubject>;
}

export interface RunningSubject {
  /** The root of its process tree; 0 for the upstream itself. */
  readonly pid: number;
  /** How it is asked, or a text that says why it cannot answer this call. */
  address(call: Call): Address | string;
  /** Its output, for the message of a failure. */
  output(): string;
  stop(): Promise<void>;
}

/** The call that is measured where only one is: a prompt of 700 bytes, an answer of 600. */
export const plainCall: Call = {
  client: 'chat',
  upstream: 'chat',
  script: { kind: 'whole', bytes: 600 },
  promptBytes: 700,
};

/** The same, and what stands for it at gateways that know only clients of the messages format. */
export const plainCalls: readonly Call[] = [plainCall, { ...plainCall, client: 'messages' }];

/**
 * Waits until a subject has answered a call.
 * @throws {Error} when it does not in time
 */
export async function waitForAnswer(subject: RunningSubject): Promise<void> {
  const call = plainCalls.find((one) => typeof subject.address(one) !== 'string');
  if (call === undefined) throw new Error('It answers no call.');
  let last = '';
  for (const limit = Date.now() + startLimitMs(); Date.now() < limit;) {
    last = await ask(call, subject);
    if (last.startsWith('200 ') && last.includes('~end')) return;
    await wait(2);
  }
  throw new Error(`It did not answer: ${last.slice(0, 300)}\n${subject.output().slice(-1_000)}`);
}

/** Status and body of one answer, or the failure. */
function ask(call: Call, subject: RunningSubject): Promise<string> {
  const address = subject.address(call);
  if (typeof address === 'string') return Promise.resolve(address);
  const body = writeBody(call, address.model);
  return new Promise((resolve) => {
    const sent = request({
      host: '127.0.0.1',
      port: address.port,
      method: 'POST',
      path: pathOf(call, address),
      headers: writeHeaders(call, address, Buffer.byteLength(body)),
      agent: false,
      timeout: startLimitMs(),
    });
    sent.once('error', (error) => resolve(error.message));
    sent.once('timeout', () => sent.destroy(new Error('no answer in time')));
    sent.once('response', (response) => {
      let text = `${response.statusCode} `;
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.once('close', () => resolve(text));
    });
    sent.end(body);
  });
}
