/**
 * Measures the CPU time of a request in the gateway, with an upstream that needs no network: whole and
 * streamed, passthrough and translation. Run it with `node --conditions=parley-source bench/relay.ts`, which
 * prints microseconds per request and
 * the kilobytes that it allocates; a streamed reply has 200 text events.
 */
import process from 'node:process';
import { GCProfiler, getHeapStatistics } from 'node:v8';
import { createRelayGateway, type Format } from './relay-gateway.ts';

const events = 200;
const rounds = 7;

interface Subject {
  readonly name: string;
  readonly from: Format;
  readonly to: Format;
  readonly stream: boolean;
  /** Requests of one round. */
  readonly requests: number;
}

const subjects: readonly Subject[] = [
  { name: 'passthrough, whole', from: 'chat', to: 'chat', stream: false, requests: 5_000 },
  { name: 'passthrough, chat stream', from: 'chat', to: 'chat', stream: true, requests: 300 },
  {
    name: 'passthrough, messages stream',
    from: 'messages',
    to: 'messages',
    stream: true,
    requests: 200,
  },
  { name: 'translation, whole', from: 'messages', to: 'chat', stream: false, requests: 5_000 },
  { name: 'translation, stream', from: 'messages', to: 'chat', stream: true, requests: 300 },
];

interface Cost {
  /** Microseconds of CPU time of all threads; the minimum of the rounds ignores other load on the machine. */
  readonly cpuUs: number;
  /** Bytes on the heap of V8. */
  readonly allocated: number;
}

async function measure({ from, to, stream, requests }: Subject): Promise<Cost> {
  const { ask, close } = await createRelayGateway({ from, to, events });
  const askAll = async (): Promise<void> => {
    for (let done = 0; done < requests; done += 1) await ask(stream);
  };
  let cpuUs = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round += 1) {
    const before = process.cpuUsage();
    await askAll();
    const { user, system } = process.cpuUsage(before);
    cpuUs = Math.min(cpuUs, (user + system) / requests);
  }
  const allocated = (await countAllocated(askAll)) / requests;
  await close();
  return { cpuUs, allocated };
}

/** Sums what the heap grew between collections. */
async function countAllocated(work: () => Promise<void>): Promise<number> {
  const profiler = new GCProfiler();
  let last = getHeapStatistics().used_heap_size;
  profiler.start();
  await work();
  const { statistics } = profiler.stop();
  let sum = 0;
  for (const { beforeGC, afterGC } of statistics) {
    sum += beforeGC.heapStatistics.usedHeapSize - last;
    last = afterGC.heapStatistics.usedHeapSize;
  }
  return sum + getHeapStatistics().used_heap_size - last;
}

const only = process.argv[2];
for (const subject of subjects) {
  if (only !== undefined && !subject.name.includes(only)) continue;
  const { cpuUs, allocated } = await measure(subject);
  console.log(`${subject.name}: ${cpuUs.toFixed(1)} µs, ${(allocated / 1_000).toFixed(1)} kB`);
}
