/** CPU time of each subject for a call, and for an event of a stream. */
import {
  measureInTurns,
  startAll,
  stopSubjects,
  writeRows,
  type Bench,
  type Case,
  type Cells,
  type Effort,
} from '../bench.ts';
import type { Call, Script } from '../calls.ts';
import { plainCall } from '../subject.ts';
import type { Column, Table } from '../table.ts';

/** A column of the table, with the case that fills it. */
export type CpuCase = Case & Pick<Column, 'title'>;

const streams = 100;

function whole(id: string, title: string, call: Partial<Call>): CpuCase {
  const { promptBytes = 0 } = call;
  return {
    id,
    title,
    calls: [{ ...plainCall, ...call }],
    load: { connections: promptBytes > 100_000 ? 8 : 32, warm: 0.5 },
    read: { [id]: ({ cpuUs, calls }) => cpuUs / calls },
  };
}

/** Streams of `seconds` that send `rate` events per second together; they are opened within half that time. */
function stream(
  id: string,
  title: string,
  { rate, effort, ...call }: Partial<Call> & { readonly rate: number; readonly effort: Effort },
): CpuCase {
  const { seconds, scale } = effort;
  const perStream = rate / streams;
  const script: Script = {
    kind: 'stream',
    events: Math.ceil(perStream * seconds),
    gapUs: Math.round(1e6 / perStream),
  };
  return {
    id,
    title,
    calls: [{ ...plainCall, ...call, script }],
    load: { connections: streams, warm: seconds / 2, ramp: seconds / 2 },
    read: { [id]: ({ cpuUs, events }) => cpuUs / events },
    remark: ({ events, seconds: measured }) =>
      events / measured < 0.9 * rate * scale
        ? 'fell behind, and so moved several events at once'
        : undefined,
  };
}

/** Every case of the table, in its order. */
export function listCases(effort: Effort): readonly CpuCase[] {
  const fast = { rate: 10_000, effort };
  return [
    // The programs have just been started, and still compile after one turn of load.
    { ...whole('whole-1k', 'whole 1 KB', {}), warmUps: 2 },
    whole('whole-10k', '10 KB', { promptBytes: 10_000 }),
    whole('whole-100k', '100 KB', { promptBytes: 100_000 }),
    whole('whole-100k-dashes', '100 KB with dashes', { promptBytes: 100_000, hasDashes: true }),
    whole('whole-1m', '1 MB', { promptBytes: 1_000_000 }),
    whole('translated', 'messages → chat', { client: 'messages' }),
    whole('translated-back', 'chat → messages', { upstream: 'messages' }),
    stream('stream-2000', 'event, 2,000/s', { rate: 2_000, effort }),
    stream('stream-10000', 'event, 10,000/s', fast),
    stream('stream-translated', 'event, messages → chat', { ...fast, client: 'messages' }),
    stream('stream-translated-back', 'event, chat → messages', { ...fast, upstream: 'messages' }),
  ];
}

export async function measureCpu(bench: Bench): Promise<Table> {
  const subjects = bench.subjects.filter(({ id }) => id !== 'direct');
  const started = await startAll({ ...bench, subjects });
  const cases = listCases(bench.effort);
  const columns: Column[] = cases.map(({ id, title }) => ({ id, title, unit: 'µs', digits: 0 }));
  const cells = new Map<string, Cells>();
  for (const one of cases) {
    for (const [id, measured] of await measureInTurns(bench, started, one)) {
      cells.set(id, { ...cells.get(id), ...measured });
    }
  }
  await stopSubjects(started);
  const rows = writeRows(bench, subjects, { columns, cells });
  return { id: 'cpu', title: 'CPU time', note, columns, rows };
}

const note =
  'User and system time of all threads and child processes, from the accounting of the kernel, divided by the ' +
  'calls or the events of the same seconds. In parentheses: times the CPU time of nginx in the same rounds. ' +
  'Sizes are those of the request; whole answers have 1 KB. Where a column translates, nginx forwards the same ' +
  'request as it is. `messages → chat` is a client of the messages format with a chat completions upstream.';
