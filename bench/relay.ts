/**
 * Measures the CPU time of a request in the gateway, with an upstream that needs no network: whole and
 * streamed, passthrough and translation. Run it with `node --conditions=parley-source bench/relay.ts`, which
 * prints microseconds per request; a streamed reply has 200 text events.
 */
import process from 'node:process';
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
  { name: 'passthrough, whole', from: 'chat', to: 'chat', stream: false, requests: 1_000 },
  { name: 'passthrough, chat stream', from: 'chat', to: 'chat', stream: true, requests: 200 },
  {
    name: 'passthrough, messages stream',
    from: 'messages',
    to: 'messages',
    stream: true,
    requests: 200,
  },
  { name: 'translation, whole', from: 'messages', to: 'chat', stream: false, requests: 1_000 },
  { name: 'translation, stream', from: 'messages', to: 'chat', stream: true, requests: 200 },
];

/** Microseconds of CPU time per request; the minimum of the rounds ignores other load on the machine. */
async function measure({ from, to, stream, requests }: Subject): Promise<number> {
  const { ask, close } = await createRelayGateway({ from, to, events });
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round += 1) {
    const before = process.cpuUsage();
    for (let done = 0; done < requests; done += 1) await ask(stream);
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / requests);
  }
  await close();
  return least;
}

const only = process.argv[2];
for (const subject of subjects) {
  if (only !== undefined && !subject.name.includes(only)) continue;
  console.log(`${subject.name}: ${(await measure(subject)).toFixed(1)} µs`);
}
