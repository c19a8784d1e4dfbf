/**
 * Keeps one gateway on Node busy for minutes with a limited key: whole and streamed calls of both formats, one in ten
 * abandoned by its client, one in ten to an upstream that fails. Prints the memory after each minute, and what became of
 * the calls; at the end the ledger is checked. Needs Linux and a build. Run it with
 * `node --conditions=parley-source bench/soak.ts [minutes] [calls per second]`; 10 and 250 by default.
 */
import { spawnSync } from 'node:child_process';
import { Agent, request, type IncomingMessage } from 'node:http';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { createFolder, openBench, start } from './gateways/bench.ts';
import { pathOf, writeBody, writeHeaders, type Call } from './gateways/calls.ts';
import { moveToLoadCore, readTreeMemory, stopAll } from './gateways/processes.ts';
import type { RunningSubject } from './gateways/subject.ts';
import { createParley, locateFiles } from './gateways/subjects/parley.ts';
import { recipes } from '../scripts/serving.mjs';

const [minutes = 10, rate = 250] = process.argv.slice(2).map(Number);
const mebibyte = 1_048_576;
/** How often calls are started. */
const tickMs = 20;
const agent = new Agent({ keepAlive: true });

const whole = { kind: 'whole', bytes: 600 } as const;
const stream = { kind: 'stream', events: 60, gapUs: 5_000 } as const;
const calls: readonly Call[] = [
  { client: 'chat', upstream: 'chat', script: whole, promptBytes: 700 },
  { client: 'messages', upstream: 'chat', script: stream, promptBytes: 700 },
  { client: 'chat', upstream: 'messages', script: stream, promptBytes: 10_000 },
  { client: 'messages', upstream: 'messages', script: whole, promptBytes: 100_000 },
];
/** Models of the built-in upstream that refuse, fail, or break a stream. */
const faults = [
  'error-400',
  'error-429',
  'error-500',
  'error-529',
  'error-midstream',
  'cut-midstream',
];

/** How many calls ended in which way. */
const ends = new Map<string, number>();
let started = 0;

function startCall(subject: RunningSubject): void {
  const number = started++;
  const call = calls[(number + Math.floor(number / 60)) % calls.length] as Call;
  const address = subject.address(call);
  if (typeof address === 'string') throw new Error(address);
  const isFault = number % 10 === 3;
  const isAbandoned = number % 10 === 8;
  const fault = faults[Math.floor(number / 10) % faults.length];
  const body = writeBody(call, isFault ? `demo/${fault}` : address.model);
  const options = {
    host: '127.0.0.1',
    port: address.port,
    method: 'POST',
    agent,
    path: pathOf(call, address),
    headers: writeHeaders(call, address, Buffer.byteLength(body)),
  };
  const kind = isFault ? `demo/${fault}` : isAbandoned ? 'abandoned' : call.script.kind;
  const sent = request(options, (response) => readAnswer(response, kind));
  sent.once('error', (error: NodeJS.ErrnoException) => {
    count(`${kind}: ${error.code} on a ${sent.reusedSocket ? 'used' : 'new'} connection`);
  });
  sent.end(body);
  if (isAbandoned) setTimeout(() => sent.destroy(), number % 150);
}

function readAnswer(response: IncomingMessage, kind: string): void {
  let last = '';
  response.on('data', (chunk: Buffer) => (last = (last + chunk.toString('latin1')).slice(-200)));
  response.once('error', () => undefined);
  response.once('close', () => {
    const isWhole = /~end|\[DONE\]|message_stop/.test(last);
    count(`${kind}: ${response.statusCode}${response.complete && isWhole ? ' whole' : ''}`);
  });
}

function count(end: string): void {
  ends.set(end, (ends.get(end) ?? 0) + 1);
}

/** Starts the calls of a minute at a steady rate. Returns the median of the memory in its last ten seconds, in MiB. */
async function keepBusy(subject: RunningSubject): Promise<number> {
  const samples: number[] = []; if (started > 0) await live(subject.pid);
  const begin = performance.now();
  for (let due = 0, passed = 0; passed < 60_000; passed = performance.now() - begin) {
    for (const now = (passed / 1_000) * rate; due < now; due += 1) startCall(subject);
    if (passed > 50_000) samples.push(readTreeMemory(subject.pid) / mebibyte);
    await wait(passed > 50_000 ? 500 : tickMs);
  }
  return samples.toSorted((one, other) => one - other)[samples.length >> 1] ?? Number.NaN;
}

const subject = createParley({ id: 'soak', title: 'Parley', runtime: 'node', isLimited: true });
const bench = await openBench({ seconds: 1, rounds: 1, warm: 0, scale: 1 }, []);
moveToLoadCore();
try {
  const folder = createFolder(bench, subject);
  const running = await start(bench, subject, folder);
  const memory: number[] = [];
  for (let minute = 1; minute <= minutes; minute += 1) {
    memory.push(await keepBusy(running));
    const ratio = (memory.at(-1) ?? Number.NaN) / (memory[1] ?? Number.NaN);
    const change = minute > 2 ? `, ${((ratio - 1) * 100).toFixed(1)} % more than after 2` : '';
    process.stdout.write(`minute ${minute}: ${memory.at(-1)?.toFixed(1)} MiB${change}\n`);
  }
  await wait(5_000);
  await running.stop();
  process.stdout.write(`${started} calls\n`);
  for (const [end, times] of [...ends].toSorted()) process.stdout.write(`${end}: ${times}\n`);
  const [program = '', cli = ''] = recipes['node']?.command ?? [];
  const check = spawnSync(program, [cli, 'ledger', 'check', '--json'], {
    env: locateFiles(folder),
    encoding: 'utf8',
  });
  process.stdout.write(`ledger check: ${check.stdout.trim() || check.stderr.trim()}\n`);
  process.exitCode = check.status ?? 1;
} finally {
  await stopAll();
}
async function live(pid: number): Promise<void> {
  const { readFileSync, readdirSync } = await import('node:fs');
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name)).filter((name) => {
    try { return readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]?.split(' ')[1] === String(pid) || name === String(pid); } catch { return false; }
  });
  for (const one of pids) {
    try {
      process.kill(Number(one), 'SIGUSR1');
      await wait(500);
      const list = (await (await fetch('http://127.0.0.1:9229/json/list')).json()) as { webSocketDebuggerUrl: string }[];
      const socket = new WebSocket(list[0]!.webSocketDebuggerUrl);
      await new Promise((resolve) => socket.addEventListener('open', resolve));
      const ask = (id: number, method: string) => new Promise((resolve) => {
        socket.addEventListener('message', (event) => { const m = JSON.parse(String(event.data)); if (m.id === id) resolve(m.result); });
        socket.send(JSON.stringify({ id, method, params: {} }));
      });
      await ask(1, 'HeapProfiler.collectGarbage');
      const use = await ask(2, 'Runtime.getHeapUsage');
      process.stdout.write(`live ${one} ${JSON.stringify(use)} ${readFileSync(`/proc/${one}/status`, 'utf8').match(/VmRSS.*/)?.[0]}\n`);
      socket.close();
    } catch (error) { process.stdout.write(`live ${one}: ${String(error)}\n`); }
  }
}
