/** The figures of a public board of gateways, by its definitions, on one core instead of its four. */
import {
  chooseCall,
  explainFailure,
  load,
  say,
  startAll,
  stopSubjects,
  writeRows,
  type Bench,
  type Cells,
} from '../bench.ts';
import type { LoadResult } from '../native.ts';
import { plainCalls, type RunningSubject } from '../subject.ts';
import type { Cell, Column, Table } from '../table.ts';

const boundsMs = [1, 5, 10, 50, 100] as const;
const connectionCounts = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512] as const;
const streamCounts = [50, 100, 200, 400, 800, 1_600, 3_200, 6_400] as const;
/** The stream of the board: 64 frames, one each 20 ms. */
const script = { kind: 'stream', events: 64, gapUs: 20_000 } as const;
/** A stream with a longer pause has stalled: ten times the pace. */
const stallUs = 200_000;

const columns: readonly Column[] = [
  { id: 'added', title: 'added latency, p99', unit: 'µs', digits: 0 },
  { id: 'cpu', title: 'CPU at 8 connections', unit: 'µs per call', digits: 0 },
  ...boundsMs.map((bound) => ({
    id: `rate-${bound}`,
    title: `p99 ≤ ${bound} ms`,
    unit: 'calls/s',
    digits: 0,
  })),
  { id: 'rate', title: 'unbounded', unit: 'calls/s', digits: 0 },
  { id: 'first', title: 'added to the first frame, p50', unit: 'µs', digits: 0 },
  { id: 'gap', title: 'added between frames, p99', unit: 'µs', digits: 0 },
  { id: 'streams', title: 'streams without a lost or late frame', unit: 'at once', digits: 0 },
];

export async function measureBoard(bench: Bench): Promise<Table> {
  const started = await startAll(bench);
  const cells = new Map<string, Cells>();
  for (const [{ id, title }, running] of started) {
    try {
      const measured = {
        ...(await measureCalls(bench, running)),
        ...(await measureStreams(bench, running)),
      };
      cells.set(id, measured);
    } catch (error) {
      const cell = explainFailure(bench, `board figures of ${title}`, error);
      cells.set(id, Object.fromEntries(columns.map((column) => [column.id, cell])));
    }
    say(`board: ${title}`);
  }
  await stopSubjects(started);
  for (const [id, row] of cells) if (id !== 'direct') subtract(row, cells.get('direct') ?? {});
  const rows = writeRows(bench, bench.subjects, { columns, cells });
  return { id: 'board', title: 'Figures of the public board', note, columns, rows };
}

type Sweep = { readonly rate: number; readonly p99Ms: number }[];

async function measureCalls(bench: Bench, running: RunningSubject): Promise<Cells> {
  const call = chooseCall(running, plainCalls);
  const run = (connections: number): Promise<LoadResult> =>
    load(bench, { call, subject: running }, { connections, warm: 0.3 });
  await run(32);
  const one = await run(1);
  const eight = await run(8);
  const sweep: Sweep = [];
  for (const connections of connectionCounts) {
    try {
      const { calls, seconds, latencyUs } = await run(connections);
      sweep.push({ rate: calls / seconds, p99Ms: (latencyUs.p99 ?? Number.NaN) / 1_000 });
    } catch {
      // A rung with a wrong answer does not count, nor do those above it.
      break;
    }
  }
  const best = (limit: number): Cell => {
    const rates = sweep.filter(({ p99Ms }) => p99Ms <= limit).map(({ rate }) => rate);
    return rates.length === 0 ? { absent: 'no rung was as fast' } : { value: Math.max(...rates) };
  };
  return {
    added: { value: one.latencyUs.p99 ?? Number.NaN },
    cpu: running.pid === 0 ? { absent: 'has no process' } : { value: eight.cpuUs / eight.calls },
    ...Object.fromEntries(boundsMs.map((bound) => [`rate-${bound}`, best(bound)])),
    rate: best(Number.POSITIVE_INFINITY),
  };
}

async function measureStreams(bench: Bench, running: RunningSubject): Promise<Cells> {
  const call = chooseCall(
    running,
    plainCalls.map((one) => ({ ...one, script })),
  );
  const run = (connections: number): Promise<LoadResult> => {
    const calls = Math.max(1, Math.round(connections * bench.effort.scale));
    return load(
      bench,
      { call, subject: running },
      { connections, calls, ramp: connections / 2_000 },
    );
  };
  const one = await load(bench, { call, subject: running }, { connections: 1, calls: 10 });
  let carried: Cell = { absent: 'not even the fewest' };
  for (const count of streamCounts) {
    const longest = await run(count).then(
      ({ gapUs }) => gapUs.p100 ?? 0,
      () => Number.POSITIVE_INFINITY,
    );
    if (longest > stallUs) break;
    carried = { value: count };
  }
  return {
    first: { value: one.firstEventUs.p50 ?? Number.NaN },
    gap: { value: one.gapUs.p99 ?? Number.NaN },
    streams: carried,
  };
}

/** What is added to the direct call; the row of the direct call itself keeps its values. */
function subtract(row: Cells, direct: Cells): void {
  for (const id of ['added', 'first', 'gap']) {
    const [cell, base] = [row[id], direct[id]];
    if (!cell || !base || 'absent' in cell || 'absent' in base) continue;
    row[id] = { value: cell.value - base.value };
  }
}

const note =
  'By the definitions of [onthebench.ai](https://onthebench.ai): what is added to the p99 of direct calls on one ' +
  'connection; CPU time of a call on 8 connections; the most calls per second, over 1 to 512 connections, while p99 ' +
  'stays within a bound and no call fails; the most streams of 64 frames, one each 20 ms, that arrive whole and without ' +
  'a pause above 200 ms. The board gives a gateway four cores of another machine, so compare rows, not tables. ' +
  'The row `direct` has the times themselves. Memory by its definitions is in the table above.';
