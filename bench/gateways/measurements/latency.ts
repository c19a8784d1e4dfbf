/** How long calls take, and how late the events of a stream arrive. */
import {
  chooseCall,
  explainFailure,
  load,
  measureInTurns,
  startAll,
  stopSubjects,
  writeRows,
  type Bench,
  type Case,
  type Cells,
} from '../bench.ts';
import type { Call } from '../calls.ts';
import type { LoadResult } from '../native.ts';
import { plainCalls, type RunningSubject } from '../subject.ts';
import type { Cell, Column, Table } from '../table.ts';

const ms = { unit: 'ms', digits: 2 } as const;
const columns: readonly Column[] = [
  { id: 'one-p50', title: 'one connection, p50', ...ms },
  { id: 'one-p99', title: 'p99', ...ms },
  { id: 'paced-p50', title: '200 calls/s, p50', ...ms },
  { id: 'paced-p99', title: 'p99', ...ms },
  { id: 'added-p50', title: 'added at 200/s, p50', ...ms },
  { id: 'added-p99', title: 'p99', ...ms },
  { id: 'delay-p50', title: 'delay of an event at a quarter of a core, p50', ...ms },
  { id: 'delay-p99', title: 'p99', ...ms },
  { id: 'delay-share', title: 'CPU used then', unit: '%', digits: 0 },
];

/** Both percentiles of the latency, in milliseconds. */
function readLatency(prefix: string): Case['read'] {
  return {
    [`${prefix}-p50`]: ({ latencyUs: { p50 = Number.NaN } }) => p50 / 1_000,
    [`${prefix}-p99`]: ({ latencyUs: { p99 = Number.NaN } }) => p99 / 1_000,
  };
}

export async function measureLatency(bench: Bench): Promise<Table> {
  const started = await startAll(bench);
  const cells = new Map<string, Cells>();
  const cases: readonly Case[] = [
    { id: 'one', calls: plainCalls, load: { connections: 1, warm: 0.5 }, read: readLatency('one') },
    {
      id: 'paced',
      calls: plainCalls,
      load: { warm: 0.5, rate: 200 * bench.effort.scale },
      read: readLatency('paced'),
    },
  ];
  for (const one of cases) {
    for (const [id, measured] of await measureInTurns(bench, started, one)) {
      cells.set(id, { ...cells.get(id), ...withoutRatios(measured) });
    }
  }
  addDifferences(cells);
  for (const [{ id, title }, running] of started) {
    const measured = await measureDelay(bench, { title, running });
    cells.set(id, { ...cells.get(id), ...measured });
  }
  await stopSubjects(started);
  const rows = writeRows(bench, bench.subjects, { columns, cells });
  return { id: 'latency', title: 'Latency', note, columns, rows };
}

/** Times are compared by their difference from the direct call, not by a ratio. */
function withoutRatios(cells: Cells): Cells {
  const entries = Object.entries(cells).map(([id, cell]): [string, Cell] => {
    if ('absent' in cell) return [id, cell];
    const { ratio: _, ...rest } = cell;
    return [id, rest];
  });
  return Object.fromEntries(entries);
}

/** What a subject adds to the direct call. */
function addDifferences(cells: Map<string, Cells>): void {
  for (const [id, row] of cells) {
    for (const part of ['p50', 'p99']) {
      const cell = id === 'direct' ? undefined : row[`paced-${part}`];
      const base = cells.get('direct')?.[`paced-${part}`];
      const isKnown = cell && base && 'value' in cell && 'value' in base;
      row[`added-${part}`] = isKnown
        ? { value: cell.value - base.value }
        : { absent: 'there is no direct call to compare with' };
    }
  }
}

const streams = 100;
const quarterUs = 250_000;
const maxRate = 20_000;

/**
 * The delay of events at the rate that costs the subject a quarter of its core. The cost of an event depends
 * on the rate, so the rate is corrected twice before it is measured.
 */
async function measureDelay(
  bench: Bench,
  { title, running }: { readonly title: string; readonly running: RunningSubject },
): Promise<Cells> {
  try {
    let rate = 2_000;
    let result = await streamAt(bench, running, rate);
    for (let step = 0; step < 2 && running.pid > 0; step += 1) {
      const costUs = result.cpuUs / result.events;
      rate = costUs > 0 ? Math.min(maxRate, quarterUs / costUs) : maxRate;
      result = await streamAt(bench, running, rate);
    }
    const { p50 = Number.NaN, p99 = Number.NaN } = result.delayUs;
    return {
      'delay-p50': { value: p50 / 1_000 },
      'delay-p99': { value: p99 / 1_000 },
      'delay-share': { value: result.cpuUs / result.seconds / 10_000 },
    };
  } catch (error) {
    const cell: Cell = explainFailure(bench, `delay of ${title}`, error);
    return { 'delay-p50': cell, 'delay-p99': cell, 'delay-share': cell };
  }
}

function streamAt(bench: Bench, running: RunningSubject, rate: number): Promise<LoadResult> {
  const perStream = rate / streams;
  const script = {
    kind: 'stream',
    events: Math.ceil(perStream * (bench.effort.seconds + 1)),
    gapUs: Math.round(1e6 / perStream),
  } as const;
  const calls = plainCalls.map((call): Call => ({ ...call, script }));
  const call = chooseCall(running, calls);
  return load(bench, { call, subject: running }, { connections: streams, warm: 1, ramp: 0.5 });
}

const note =
  'Closed loop with one connection, and 200 calls/s that start at fixed times, so that a late start counts. ' +
  '`added` is the difference from the direct call to the upstream. The delay of an event is the time from its ' +
  'write by the upstream to its arrival at the client, at the rate at which the subject uses a quarter of its core.';
