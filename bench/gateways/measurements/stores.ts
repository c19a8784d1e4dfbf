/** Limited calls of Parley on each store, also with a distant database. */
import process from 'node:process';
import { startPostgres } from '../../../scripts/services.mjs';
import {
  explainFailure,
  load,
  noteMissing,
  rest,
  say,
  start,
  writeRows,
  type Bench,
  type Cells,
} from '../bench.ts';
import { startNative } from '../native.ts';
import { stopWithOthers } from '../processes.ts';
import { plainCall, type RunningSubject, type Subject } from '../subject.ts';
import { createParley } from '../subjects/parley.ts';
import type { Column, Table } from '../table.ts';

interface StoreCase {
  readonly id: string;
  readonly title: string;
  /** The time to the database and back, in milliseconds; absent for the embedded store. */
  readonly distanceMs?: number;
  /** An entry of the configuration file. */
  readonly configuration?: string;
}

const storeCases: readonly StoreCase[] = [
  { id: 'sqlite', title: 'SQLite' },
  { id: 'sqlite-power', title: 'SQLite, durability: power', configuration: 'durability: power\n' },
  { id: 'postgres', title: 'PostgreSQL', distanceMs: 0 },
  { id: 'postgres-20', title: 'PostgreSQL, 20 ms away', distanceMs: 20 },
  { id: 'postgres-50', title: 'PostgreSQL, 50 ms away', distanceMs: 50 },
];

const columns: readonly Column[] = [
  { id: 'first', title: 'first call', unit: 'ms', digits: 1 },
  { id: 'paced-p50', title: '20 calls/s, p50', unit: 'ms', digits: 2 },
  { id: 'paced-p99', title: 'p99', unit: 'ms', digits: 2 },
  { id: 'paced-trips', title: 'round trips then', unit: 'per call', digits: 2 },
  { id: 'busy-rate', title: 'closed loop', unit: 'calls/s', digits: 0 },
  { id: 'busy-cpu', title: 'CPU', unit: 'µs per call', digits: 0 },
  { id: 'busy-trips', title: 'round trips then', unit: 'per call', digits: 2 },
];

/** A database that answers late, and how often it was asked. */
interface Distant {
  readonly url: string;
  countRoundTrips(): Promise<number>;
  stop(): Promise<void>;
}

export async function measureStores(bench: Bench): Promise<Table> {
  const cells = new Map<string, Cells>();
  const subjects: Subject[] = [];
  for (const isLimited of [true, false]) {
    for (const one of storeCases) {
      const title = `${one.title}, ${isLimited ? 'limited' : 'unlimited'} key`;
      const id = `${one.id}-${isLimited ? 'limited' : 'unlimited'}`;
      const { configuration = '' } = one;
      const described = { id, title, runtime: 'node', isLimited, configuration } as const;
      subjects.push(createParley(described));
      try {
        cells.set(id, await measureStore(bench, described, one.distanceMs));
      } catch (error) {
        noteMissing(bench, { id, title }, error);
      }
      say(`stores: ${title}`);
    }
  }
  const rows = writeRows(bench, subjects, { columns, cells });
  return { id: 'stores', title: 'Stores', note, columns, rows };
}

async function measureStore(
  bench: Bench,
  described: Parameters<typeof createParley>[0],
  distanceMs: number | undefined,
): Promise<Cells> {
  if (distanceMs === undefined) return measureCalls(bench, createParley(described));
  const distant = await startDistantDatabase(bench, distanceMs);
  try {
    const environment = { PARLEY_DATABASE_URL: distant.url };
    return await measureCalls(bench, createParley({ ...described, environment }), distant);
  } finally {
    await distant.stop();
  }
}

async function startDistantDatabase(bench: Bench, distanceMs: number): Promise<Distant> {
  const server = await startPostgres();
  if (server === undefined) throw new Error('PostgreSQL is not installed');
  stopWithOthers(server);
  const url = new URL(server.url);
  const words = [`to=${url.port || '5432'}`, `ms=${distanceMs}`];
  const proxy = await startNative(bench.programs.delay, bench.folder, words);
  url.hostname = '127.0.0.1';
  url.port = String(proxy.port);
  return {
    url: String(url),
    countRoundTrips: async () => {
      const before = proxy.output().length;
      process.kill(proxy.pid, 'SIGUSR1');
      for (let tries = 0; tries < 100 && proxy.output().length === before; tries += 1)
        await rest(0.01);
      return Number(proxy.output().trim().split('\n').at(-1));
    },
    stop: async () => {
      await proxy.stop();
      await server.stop();
    },
  };
}

async function measureCalls(bench: Bench, subject: Subject, distant?: Distant): Promise<Cells> {
  const running = await start(bench, subject);
  const cells: Cells = {};
  try {
    // Long enough for the key's leases to end, and for the database's connections to be open.
    await rest(5 * bench.effort.scale);
    const first = await load(
      bench,
      { call: plainCall, subject: running },
      { connections: 1, calls: 1 },
    );
    cells['first'] = { value: (first.latencyUs.p50 ?? Number.NaN) / 1_000 };
    Object.assign(cells, await measurePaced(bench, running, distant));
    Object.assign(cells, await measureBusy(bench, running, distant));
  } catch (error) {
    const cell = explainFailure(bench, `calls on ${subject.title}`, error);
    for (const { id } of columns) cells[id] ??= cell;
  } finally {
    await running.stop();
  }
  return cells;
}

async function measurePaced(
  bench: Bench,
  running: RunningSubject,
  distant: Distant | undefined,
): Promise<Cells> {
  const settings = { connections: 256, rate: 20, warm: 1 };
  const begin = await distant?.countRoundTrips();
  const result = await load(bench, { call: plainCall, subject: running }, settings);
  const trips = await distant?.countRoundTrips();
  const { p50 = Number.NaN, p99 = Number.NaN } = result.latencyUs;
  // The round trips of the second before the measurement are counted as well.
  const calls = 20 * (result.seconds + settings.warm);
  return {
    'paced-p50': { value: p50 / 1_000 },
    'paced-p99': { value: p99 / 1_000 },
    'paced-trips': countPerCall(begin, trips, calls),
  };
}

async function measureBusy(
  bench: Bench,
  running: RunningSubject,
  distant: Distant | undefined,
): Promise<Cells> {
  await load(bench, { call: plainCall, subject: running }, { seconds: bench.effort.warm });
  const begin = await distant?.countRoundTrips();
  const result = await load(bench, { call: plainCall, subject: running }, {});
  const trips = await distant?.countRoundTrips();
  return {
    'busy-rate': { value: result.calls / result.seconds },
    'busy-cpu': { value: result.cpuUs / result.calls },
    'busy-trips': countPerCall(begin, trips, result.calls),
  };
}

function countPerCall(
  begin: number | undefined,
  end: number | undefined,
  calls: number,
): Cells[string] {
  if (begin === undefined || end === undefined) return { absent: 'the store is in the process' };
  return { value: (end - begin) / calls };
}

const note =
  'Parley on Node. A proxy in between makes the database distant and counts round trips: how often the gateway ' +
  'sends after it has received, over all connections. The first call is the first of its key for five seconds. ' +
  '20 calls/s start at fixed times; the closed loop has 32 connections. The CPU time is that of the gateway, ' +
  'without the database.';
