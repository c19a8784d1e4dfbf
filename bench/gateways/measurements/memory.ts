/** Memory of each subject: idle, under load, afterwards and per open stream; and its start. */
import {
  chooseCall,
  createFolder,
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
import { readTreeMemory } from '../processes.ts';
import { plainCalls, type RunningSubject, type Subject } from '../subject.ts';
import { median, type Cell, type Column, type Table } from '../table.ts';

const streamCounts = [1_000, 5_000] as const;
const starts = 5;
/** Seconds without work before memory is read. */
const quiet = 2;
const mebibyte = 1_024 * 1_024;

const columns: readonly Column[] = [
  { id: 'start', title: 'start to first answer', unit: 'ms', digits: 0 },
  { id: 'idle', title: 'idle', unit: 'MiB', digits: 0 },
  { id: 'load', title: 'under load', unit: 'MiB', digits: 0 },
  { id: 'after', title: 'afterwards', unit: 'MiB', digits: 0 },
  ...streamCounts.map((count) => ({
    id: `stream-${count}`,
    title: `open stream, of ${count.toLocaleString('en')}`,
    unit: 'KiB',
    digits: 0,
  })),
];

export async function measureMemory(bench: Bench): Promise<Table> {
  const subjects = bench.subjects.filter(({ id }) => id !== 'direct');
  const cells = new Map<string, Cells>();
  for (const subject of subjects) {
    if (bench.missing.has(subject.id)) continue;
    try {
      subject.version();
      cells.set(subject.id, await measureSubject(bench, subject));
    } catch (error) {
      noteMissing(bench, subject, error);
    }
    say(`memory: ${subject.title}`);
  }
  const rows = writeRows(bench, subjects, { columns, cells });
  return { id: 'memory', title: 'Memory and start', note, columns, rows };
}

async function measureSubject(bench: Bench, subject: Subject): Promise<Cells> {
  const folder = createFolder(bench, subject);
  // The first start may create a database and a key, or compile; the others are measured.
  const first = await start(bench, subject, folder);
  await first.stop();
  const times: number[] = [];
  for (let count = 0; count < starts; count += 1) {
    const begin = performance.now();
    const running = await start(bench, subject, folder);
    times.push(performance.now() - begin);
    await running.stop();
  }
  const running = await start(bench, subject, folder);
  try {
    const isOurs = subject.version() !== 'already running';
    const startCell: Cell = isOurs
      ? { value: median(times), rounds: times }
      : { absent: 'was running already' };
    return { start: startCell, ...(await measureUse(bench, subject, running)) };
  } finally {
    await running.stop();
  }
}

async function measureUse(
  bench: Bench,
  { title }: Subject,
  running: RunningSubject,
): Promise<Cells> {
  await rest(quiet * bench.effort.scale);
  const idle = readTreeMemory(running.pid);
  const cells: Cells = { idle: { value: idle / mebibyte } };
  try {
    const call = chooseCall(running, plainCalls);
    const busy = watchMemory(running.pid);
    await load(bench, { call, subject: running }, { seconds: 3 * bench.effort.seconds });
    cells['load'] = { value: busy.stop() / mebibyte };
    await rest(quiet * bench.effort.scale);
    cells['after'] = { value: readTreeMemory(running.pid) / mebibyte };
    for (const count of streamCounts) {
      cells[`stream-${count}`] = { value: (await measureStreams(bench, running, count)) / 1_024 };
      await rest(quiet * bench.effort.scale);
    }
  } catch (error) {
    const cell = explainFailure(bench, `memory of ${title}`, error);
    for (const { id } of columns) if (id !== 'start') cells[id] ??= cell;
  }
  return cells;
}

/** Opens streams of one event per second. Returns the bytes that each adds while all are open. */
async function measureStreams(
  bench: Bench,
  running: RunningSubject,
  wanted: number,
): Promise<number> {
  const count = Math.max(1, Math.round(wanted * bench.effort.scale));
  const ramp = count / 1_000;
  const seconds = Math.ceil(ramp) + 4;
  const script = { kind: 'stream', events: seconds, gapUs: 1_000_000 } as const;
  const call = chooseCall(
    running,
    plainCalls.map((one) => ({ ...one, script })),
  );
  const before = readTreeMemory(running.pid);
  const watched = watchMemory(running.pid);
  const settings = { connections: wanted, calls: count, ramp, seconds };
  await load(bench, { call, subject: running }, settings);
  return (watched.stop() - before) / count;
}

/** Reads the memory four times a second. `stop` returns the most. */
function watchMemory(pid: number): { stop(): number } {
  let most = readTreeMemory(pid);
  const timer = setInterval(() => (most = Math.max(most, readTreeMemory(pid))), 250);
  return {
    stop: () => {
      clearInterval(timer);
      return most;
    },
  };
}

const note =
  'Resident memory of all processes of the subject, started anew: two seconds after its start, the most within a ' +
  'few seconds of as many whole calls as it takes on 32 connections, and two seconds later. An open stream is what ' +
  'the most of its memory grows by while so many streams with one event per second are open, divided by their ' +
  'number; every stream must arrive whole. The start is from the start of the process to the first whole answer ' +
  'of a model, the median of five.';
