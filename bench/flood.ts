/**
 * Measures how long calls wait while streams of another upstream send as fast as they are read. Upstreams, gateway
 * and the clients of the streams are processes of their own; the calls, ten a second, are those of this process.
 * Needs Linux. Run it after a build with `node --conditions=parley-source bench/flood.ts [streams] [seconds]`; 300 and 15 by default.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startParley, type Parley } from '../tests/parley.ts';

/** Milliseconds between two calls that are measured. They start on time, however long the one before takes. */
const betweenCallsMs = 100;

/** What a process of this script is, after its name on the command line. */
const [role = 'main', ...words] = process.argv.slice(2);

const frame = `data: ${JSON.stringify({
  id: 'chatcmpl-flood',
  object: 'chat.completion.chunk',
  created: 1_790_000_000,
  model: 'scripted',
  choices: [{ index: 0, delta: { content: 'another piece of text ' }, finish_reason: null }],
})}\n\n`;
const block = frame.repeat(20);
const reply = JSON.stringify({
  id: 'chatcmpl-calm',
  object: 'chat.completion',
  created: 1_790_000_000,
  model: 'scripted',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 10, completion_tokens: 1, total_tokens: 11 },
});

if (role === 'flooding-upstream') serve(flood);
else if (role === 'calm-upstream') serve(answer);
else if (role === 'readers') readStreams();
else await measureAll(Number(process.argv[2] ?? 300), Number(process.argv[3] ?? 15));

function serve(listener: (response: ServerResponse) => void): void {
  const server = createServer((incoming, response) => {
    incoming.resume().once('end', () => listener(response));
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
}

function flood(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const fill = (): void => {
    while (!response.destroyed && response.write(block));
  };
  response.on('drain', fill).on('error', () => undefined);
  fill();
}

function answer(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(reply);
}

/** Opens streams and reads them as fast as they come; reports the bytes of each second. */
function readStreams(): void {
  const [url = '', key = '', path = '', count = '0'] = words;
  let bytes = 0;
  for (let opened = 0; opened < Number(count); opened += 1) {
    const call = openCall({ url, key, path, model: 'flood', stream: true });
    call.on('response', (response: IncomingMessage) => {
      response.on('data', (chunk: Buffer) => (bytes += chunk.length));
    });
  }
  setInterval(() => {
    process.send?.(bytes);
    bytes = 0;
  }, 1_000);
}

interface Call {
  readonly url: string;
  readonly key: string;
  readonly path: string;
  readonly model: string;
  readonly stream: boolean;
}

function openCall({ url, key, path, model, stream }: Call) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const messages = [{ role: 'user', content: 'Hi' }];
  const call = request(url + path, { method: 'POST', headers });
  call.on('error', (error) => console.error(error.message));
  return call.end(JSON.stringify({ model, stream, max_tokens: 1_000, messages }));
}

async function measureAll(streams: number, seconds: number): Promise<void> {
  const upstreams = [startChild('flooding-upstream'), startChild('calm-upstream')];
  const ports = await Promise.all(upstreams.map((child) => nextNumber(child)));
  const parley = await startParley(configure(ports));
  try {
    await measureCalls(parley, 2);
    report('without streams', await measureCalls(parley, seconds));
    for (const path of ['/v1/chat/completions', '/v1/messages']) {
      await measureFlood(parley, { path, streams, seconds });
    }
  } finally {
    for (const child of upstreams) child.kill();
    await parley.stop();
  }
}

function configure([flooding, calm]: readonly number[]): string {
  const upstream = (port: number | undefined) => ({
    ...{ provider: 'openai-compatible', base_url: `http://127.0.0.1:${port}/v1` },
    ...{ credential: 'upstream-credential-1', models: [] },
  });
  const model = (name: string) => ({ targets: [{ upstream: name, model: 'scripted' }] });
  return JSON.stringify({
    upstreams: { flooding: upstream(flooding), calm: upstream(calm) },
    models: { flood: model('flooding'), calm: model('calm') },
  });
}

interface Flood {
  readonly path: string;
  readonly streams: number;
  readonly seconds: number;
}

async function measureFlood(parley: Parley, { path, streams, seconds }: Flood): Promise<void> {
  const readers = startChild('readers', [parley.url, parley.key, path, String(streams)]);
  const read: number[] = [];
  readers.on('message', (bytes) => read.push(Number(bytes)));
  await wait(3_000);
  read.length = 0;
  const times = await measureCalls(parley, seconds);
  readers.kill();
  await once(readers, 'exit');
  const average = read.reduce((sum, bytes) => sum + bytes, 0) / Math.max(1, read.length);
  report(`${streams} streams of ${path}, ${(average / 1e6).toFixed(1)} MB/s`, times);
  await wait(2_000);
}

/** One measured call. Times are milliseconds from the time at which it was due. */
interface Timing {
  readonly status: number | undefined;
  readonly ms: number;
  /** What the gateway's main thread worked meanwhile: other programs on the machine do not lengthen it. */
  readonly workMs: number;
}

async function measureCalls(parley: Parley, seconds: number): Promise<readonly Timing[]> {
  const calls: Promise<Timing>[] = [];
  const start = performance.now();
  for (let due = start; due < start + seconds * 1_000; due += betweenCallsMs) {
    await wait(Math.max(0, due - performance.now()));
    calls.push(timeCall(parley, due));
  }
  return Promise.all(calls);
}

async function timeCall({ url, key, pid }: Parley, due: number): Promise<Timing> {
  const work = readWorkMs(pid);
  const call = openCall({ url, key, path: '/v1/chat/completions', model: 'calm', stream: false });
  const [response] = (await once(call, 'response')) as [IncomingMessage];
  await once(response.resume(), 'end');
  return {
    status: response.statusCode,
    ms: performance.now() - due,
    workMs: readWorkMs(pid) - work,
  };
}

/** The time that the main thread of a process has run, from the scheduler of Linux. */
function readWorkMs(pid: number | undefined): number {
  const [nanoseconds] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ');
  return Number(nanoseconds) / 1e6;
}

function report(name: string, timings: readonly Timing[]): void {
  const answered = timings.filter(({ status }) => status === 200);
  const refused = timings.length - answered.length;
  console.log(
    `${name}:\n  calls ${summarize(answered.map(({ ms }) => ms))}`,
    `\n  work of the gateway meanwhile ${summarize(answered.map(({ workMs }) => workMs))}`,
    `\n  ${answered.length} answered, ${refused} refused`,
  );
}

function summarize(times: readonly number[]): string {
  const sorted = times.toSorted((left, right) => left - right);
  const at = (share: number) => (sorted[Math.ceil(sorted.length * share) - 1] ?? 0).toFixed(1);
  return `median ${at(0.5)} ms, 99 % ${at(0.99)} ms, longest ${at(1)} ms`;
}

function startChild(name: string, rest: readonly string[] = []): ChildProcess {
  return fork(fileURLToPath(import.meta.url), [name, ...rest]);
}

async function nextNumber(child: ChildProcess): Promise<number> {
  const [value] = (await once(child, 'message')) as [number];
  return value;
}
