/** Instructions of each subject for a call, which valgrind counts: other work on the machine does not change them. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  chooseCall,
  createFolder,
  explainFailure,
  load,
  noteMissing,
  say,
  start,
  writeRows,
  type Bench,
  type Cells,
} from '../bench.ts';
import type { Call } from '../calls.ts';
import { listTree, runEmulated } from '../processes.ts';
import { plainCall, type RunningSubject, type Subject } from '../subject.ts';
import type { Cell, Column, Table } from '../table.ts';

/**
 * Calls before the count, after which V8 compiles little more, and calls that are counted. After 6,000 the count still
 * depended on how far V8's compilers had come: 589 and 620 thousand instructions, where 20,000 gave 505 to 511.
 */
const warmCalls = 20_000;
const countedCalls = 500;
/** The longest that either may take, in seconds. */
const mostSeconds = 3_600;

interface CountedCase {
  readonly id: string;
  readonly title: string;
  readonly call: Call;
}

const cases: readonly CountedCase[] = [
  { id: 'whole-1k', title: 'whole 1 KB', call: plainCall },
  { id: 'translated', title: 'messages → chat', call: { ...plainCall, client: 'messages' } },
  { id: 'translated-back', title: 'chat → messages', call: { ...plainCall, upstream: 'messages' } },
];

const columns: readonly Column[] = cases.flatMap(({ id, title }) => [
  { id: `${id}-main`, title: `${title}, first threads`, unit: 'thousands', digits: 0 },
  { id: `${id}-all`, title: 'all threads', unit: 'thousands', digits: 0 },
]);

export async function measureInstructions(bench: Bench): Promise<Table> {
  // nginx does not survive the interruptions of callgrind_control.
  const subjects = bench.subjects.filter(({ id }) => id !== 'direct' && id !== 'nginx');
  const cells = new Map<string, Cells>();
  for (const subject of subjects) {
    try {
      subject.version();
      cells.set(subject.id, await countSubject(bench, subject));
    } catch (error) {
      noteMissing(bench, subject, error);
    }
  }
  addRatios(cells);
  const rows = writeRows(bench, subjects, { columns, cells });
  return { id: 'instructions', title: 'Instructions', note, columns, rows };
}

/** Counts one subject at a time: valgrind emulates a processor, so a subject takes one for itself. */
async function countSubject(bench: Bench, subject: Subject): Promise<Cells> {
  const folder = createFolder(bench, subject);
  const running = await runEmulated(callgrind(folder), () => start(bench, subject, folder));
  const cells: Cells = {};
  for (const one of cases) {
    const counted = await countCase(bench, { one, running, folder }).catch((error: unknown) => {
      const absent = explainFailure(bench, `${one.id} of ${subject.title}`, error);
      return { main: absent, all: absent };
    });
    cells[`${one.id}-main`] = counted.main;
    cells[`${one.id}-all`] = counted.all;
    say(`${one.id}: counted ${subject.title}`);
  }
  await running.stop();
  return cells;
}

/** Without the cache and branches: only instructions, for each thread, from when they are asked for. */
function callgrind(folder: string): readonly string[] {
  const switches = ['--instr-atstart=no', '--separate-threads=yes', '--trace-children=yes'];
  const code = '--smc-check=all-non-file';
  return ['valgrind', '--tool=callgrind', ...switches, code, `--callgrind-out-file=${folder}/%p`];
}

interface Counted {
  readonly one: CountedCase;
  readonly running: RunningSubject;
  readonly folder: string;
}

async function countCase(
  bench: Bench,
  { one, running, folder }: Counted,
): Promise<{ readonly main: Cell; readonly all: Cell }> {
  const call = chooseCall(running, [one.call]);
  const send = (calls: number) =>
    load(
      { ...bench, effort: { ...bench.effort, scale: 1 } },
      { call, subject: running },
      { connections: 8, calls, seconds: mostSeconds },
    );
  const pids = listTree(running.pid);
  await send(Math.max(1, Math.round(warmCalls * bench.effort.scale)));
  control(pids, '-i on', '-z');
  const { calls } = await send(countedCalls);
  const before = new Set(readdirSync(folder));
  control(pids, '-d', '-i off');
  const written = readdirSync(folder).filter((name) => !before.has(name));
  const counts = written.map((name) => ({
    isFirst: name.endsWith('-01'),
    count: readTotal(readFileSync(join(folder, name), 'utf8')),
  }));
  const sum = (list: typeof counts) => list.reduce((total, { count }) => total + count, 0);
  const cell = (list: typeof counts): Cell => ({ value: sum(list) / calls / 1_000 });
  return { main: cell(counts.filter(({ isFirst }) => isFirst)), all: cell(counts) };
}

/** @throws {Error} when valgrind refuses */
function control(pids: readonly number[], ...commands: readonly string[]): void {
  for (const command of commands) {
    for (const pid of pids) {
      const { status, stderr } = spawnSync(
        'callgrind_control',
        [...command.split(' '), String(pid)],
        {
          encoding: 'utf8',
        },
      );
      if (status !== 0) throw new Error(`callgrind_control ${command} failed: ${stderr}`);
    }
  }
}

/** The instructions in a file of callgrind. @see https://valgrind.org/docs/manual/cl-format.html */
function readTotal(text: string): number {
  const found = /^(?:totals|summary): (\d+)/m.exec(text);
  if (found === null) throw new Error('A file of callgrind has no total.');
  return Number(found[1]);
}

/** Compares each count with that of the bare Node proxy. */
function addRatios(cells: Map<string, Cells>): void {
  const base = cells.get('node-proxy');
  for (const row of cells.values()) {
    for (const [id, cell] of Object.entries(row)) {
      const other = base?.[id];
      if ('absent' in cell || other === undefined || 'absent' in other) continue;
      row[id] = { ...cell, ratio: cell.value / other.value };
    }
  }
}

const note =
  'Instructions of a call outside the kernel, counted by valgrind after 20,000 calls at 8 connections; in ' +
  'parentheses times those of the bare Node proxy. Other work on the machine hardly changes them, so they show what a ' +
  'change of the code gains where times are too noisy. They are no measure of time: the kernel and the cache are left ' +
  'out, and at the pace of an emulator fewer calls share a batch of the store. The first threads of all processes ' +
  'answer the calls; the others compile, collect garbage and write to the store.';
