/**
 * Measures what HTTP costs a proxy on Node: the CPU time of a forwarded call of 1 KB, for proxies that differ only in who
 * reads and writes HTTP, side by side.
 * Run it with `node --conditions=parley-source bench/http-layers.ts [seconds] [rounds]`. Needs what `gateways.ts` needs.
 */
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { measureInTurns, openBench, startAll, stopSubjects, writeRows } from './gateways/bench.ts';
import { stopAll } from './gateways/processes.ts';
import { plainCall } from './gateways/subject.ts';
import { createProxy, nginx, nodeProxy } from './gateways/subjects/plain.ts';
import { writeTable, type Table } from './gateways/table.ts';

const [seconds = 2, rounds = 6] = process.argv.slice(2).map(Number);
const program = fileURLToPath(new URL('gateways/subjects/http-proxies.mjs', import.meta.url));
const titles = {
  bytes: 'bytes from socket to socket, without HTTP',
  'by-hand': 'HTTP read and written by hand on both sides',
  undici: 'by hand for the client, undici for the upstream',
  'node-server': "Node's server, by hand for the upstream",
} as const;
const proxies = Object.entries(titles).map(([id, title]) =>
  createProxy({ id, title, version: () => `Node ${process.versions.node}` }, [
    process.execPath,
    program,
    id,
  ]),
);

async function measure(): Promise<Table> {
  const subjects = [nginx, ...proxies, nodeProxy];
  const bench = await openBench({ seconds, rounds, warm: 8, scale: 1 }, subjects);
  const started = await startAll(bench);
  const cells = await measureInTurns(bench, started, {
    id: 'whole',
    calls: [plainCall],
    load: { connections: 32, warm: 0.5 },
    read: { whole: ({ cpuUs, calls }) => cpuUs / calls },
  });
  await stopSubjects(started);
  const columns = [{ id: 'whole', title: 'whole 1 KB', unit: 'µs', digits: 0 }];
  const rows = writeRows(bench, subjects, { columns, cells });
  return { id: 'http', title: 'What HTTP costs', note: '', columns, rows };
}

try {
  process.stdout.write(`${writeTable(await measure())}\n`);
} finally {
  await stopAll();
}
