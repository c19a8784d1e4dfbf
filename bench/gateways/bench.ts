/** What every measurement needs: the upstream, the load generator, the subjects, and how long to measure. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { writeRequest, type Call } from './calls.ts';
import {
  compilePrograms,
  runLoad,
  startNative,
  type LoadResult,
  type LoadSettings,
  type NativePrograms,
} from './native.ts';
import { waitForAnswer, type RunningSubject, type Subject } from './subject.ts';
import { median, type Cell, type Column, type Row } from './table.ts';

/** How long and how often is measured. */
export interface Effort {
  /** Seconds of one measurement. */
  readonly seconds: number;
  readonly rounds: number;
  /** Seconds of load before the first round of a case, in which programs compile what is hot. */
  readonly warm: number;
  /** Factor of connections, rates and open streams; below 1 only to try the harness. */
  readonly scale: number;
}

export interface Bench {
  readonly effort: Effort;
  readonly programs: NativePrograms;
  readonly upstreamPort: number;
  /** A folder for files of this run. */
  readonly folder: string;
  readonly subjects: readonly Subject[];
  /** Why a subject of the run is missing, by its id. */
  readonly missing: Map<string, string>;
  /** Failures of wrong answers and of starts. */
  readonly failures: string[];
}

/** Load on one subject; the rest follows from the call. */
export type Load = Partial<
  Pick<LoadSettings, 'connections' | 'seconds' | 'warm' | 'ramp' | 'rate' | 'calls'>
>;

export async function openBench(
  effort: Effort,
  subjects: readonly Subject[],
  upstreamPort?: number,
): Promise<Bench> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'));
  process.once('exit', () => {
    rmSync(folder, { recursive: true, force: true });
  });
  const programs = compilePrograms(folder);
  const words = upstreamPort === undefined ? [] : [`port=${upstreamPort}`];
  const upstream = await startNative(programs.upstream, folder, words);
  const missing = new Map<string, string>();
  return { effort, programs, upstreamPort: upstream.port, folder, subjects, missing, failures: [] };
}

/** Starts a subject in a folder, by default an empty one, and waits for its first answer. */
export async function start(
  bench: Bench,
  subject: Subject,
  folder = createFolder(bench, subject),
): Promise<RunningSubject> {
  const running = await subject.start({ folder, upstreamPort: bench.upstreamPort });
  try {
    await waitForAnswer(running);
    return running;
  } catch (error) {
    await running.stop();
    throw error;
  }
}

let folders = 0;

export function createFolder({ folder }: Bench, { id }: Subject): string {
  folders += 1;
  const path = join(folder, `${id.replaceAll(/[^\w-]/g, '-')}-${folders}`);
  mkdirSync(path);
  return path;
}

/** Starts all subjects that can be started; the others are noted as missing. */
export async function startAll(bench: Bench): Promise<Started> {
  const started = new Map<Subject, RunningSubject>();
  for (const subject of bench.subjects) {
    if (bench.missing.has(subject.id)) continue;
    try {
      subject.version();
      started.set(subject, await start(bench, subject));
    } catch (error) {
      noteMissing(bench, subject, error);
    }
  }
  return started;
}

export function noteMissing(
  bench: Bench,
  { id, title }: Pick<Subject, 'id' | 'title'>,
  error: unknown,
): void {
  const [reason = ''] = messageOf(error).split('\n');
  bench.missing.set(id, `skipped: ${reason}`);
  say(`${title} is skipped: ${messageOf(error)}`);
}

/** Loads a subject with a call that it answers. */
export function load(
  bench: Bench,
  { call, subject }: { readonly call: Call; readonly subject: RunningSubject },
  { connections = 32, ...rest }: Load,
): Promise<LoadResult> {
  const address = subject.address(call);
  if (typeof address === 'string') throw new Error(address);
  const settings = {
    ...writeRequest(call, address, bench.folder),
    connections: Math.max(1, Math.round(connections * bench.effort.scale)),
    seconds: bench.effort.seconds,
    warm: 0,
    pid: subject.pid,
    ...rest,
  };
  return runLoad(bench.programs.load, settings);
}

/** Figures that one load gives: calls, of which each subject gets the first that it answers, and what is read. */
export interface Case {
  readonly id: string;
  readonly calls: readonly Call[];
  readonly load: Load;
  /** How often each subject is loaded before the first round; once by default. */
  readonly warmUps?: number;
  /** By the id of the column. */
  readonly read: Readonly<Record<string, (result: LoadResult) => number>>;
  /** What is to be known about a result, such as that the subject could not carry the load. */
  readonly remark?: (result: LoadResult) => string | undefined;
}

export type Started = ReadonlyMap<Subject, RunningSubject>;
export type Cells = Record<string, Cell>;

/**
 * Measures all subjects in turns, so that other work on the machine affects all of them, and compares each
 * with nginx in the same round.
 * @returns the cells of each subject, by its id
 */
export async function measureInTurns(
  bench: Bench,
  started: Started,
  one: Case,
): Promise<Map<string, Cells>> {
  const { rounds, warm } = bench.effort;
  const results = new Map<string, LoadResult[]>();
  const absent = new Map<string, Cell>();
  const turn = async (subject: Subject, running: RunningSubject, round: number): Promise<void> => {
    const settings = round < 0 ? { ...one.load, seconds: warm, warm: 0 } : one.load;
    const call = chooseCall(running, one.calls);
    const result = await load(bench, { call, subject: running }, settings);
    if (round >= 0) results.set(subject.id, [...(results.get(subject.id) ?? []), result]);
  };
  for (let round = -(one.warmUps ?? 1); round < rounds; round += 1) {
    for (const [subject, running] of started) {
      if (absent.has(subject.id)) continue;
      await turn(subject, running, round).catch((error: unknown) => {
        absent.set(subject.id, explainFailure(bench, `${one.id} of ${subject.title}`, error));
      });
    }
    say(`${one.id}: ${round < 0 ? 'warmed up' : `round ${round + 1} of ${rounds}`}`);
  }
  const base = results.get('nginx') ?? [];
  return new Map(
    [...started.keys()].map(({ id }) => {
      const cellOf = (read: (result: LoadResult) => number): Cell =>
        absent.get(id) ?? summarize(results.get(id) ?? [], base, { ...one, read });
      return [id, mapValues(one.read, cellOf)];
    }),
  );
}

/** A call that a subject cannot answer, which is not a failure. */
class UnansweredCall extends Error {}

/**
 * The first call that a subject answers.
 * @throws {Error} with the reason when it answers none
 */
export function chooseCall(subject: RunningSubject, calls: readonly Call[]): Call {
  let reason = '';
  for (const call of calls) {
    const address = subject.address(call);
    if (typeof address !== 'string') return call;
    reason ||= address;
  }
  throw new UnansweredCall(reason);
}

function summarize(
  results: readonly LoadResult[],
  base: readonly LoadResult[],
  {
    read,
    remark: find = () => undefined,
  }: Pick<Case, 'remark'> & {
    readonly read: (result: LoadResult) => number;
  },
): Cell {
  const rounds = results.map(read);
  const ratios = base.map((result, round) => (rounds[round] ?? Number.NaN) / read(result));
  const ratio = median(ratios);
  const remark = results.map(find).find((text) => text !== undefined);
  return {
    value: median(rounds),
    ...(Number.isFinite(ratio) && { ratio }),
    rounds,
    ...(remark !== undefined && { remark }),
  };
}

/** A quotient by nothing is no figure. */
function withoutNonsense(cell: Cell): Cell {
  if ('absent' in cell || Number.isFinite(cell.value)) return cell;
  return { absent: 'too little ended in that time' };
}

function mapValues<From, To>(
  record: Readonly<Record<string, From>>,
  change: (value: From) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
}

/** The cell of a measurement that threw; what is not the subject's nature is kept for the end of the run. */
export function explainFailure(bench: Bench, what: string, error: unknown): Cell {
  const reason = messageOf(error);
  if (error instanceof UnansweredCall) return { absent: reason };
  bench.failures.push(`${what}: ${reason}`);
  say(`FAILED: ${what}: ${reason}`);
  return { absent: `failed: ${reason.split('\n')[0]?.slice(0, 120)}` };
}

/** The rows of a table: what was measured, and the reason for the rest. */
export function writeRows(
  { missing }: Bench,
  subjects: readonly Subject[],
  table: { readonly columns: readonly Column[]; readonly cells: ReadonlyMap<string, Cells> },
): Row[] {
  return subjects.map(({ id, title }) => {
    const absent: Cell = { absent: missing.get(id) ?? 'not measured' };
    const empty = Object.fromEntries(table.columns.map((column) => [column.id, absent]));
    const measured = mapValues(table.cells.get(id) ?? {}, withoutNonsense);
    return { title, cells: { ...empty, ...measured } };
  });
}

export function stopSubjects(started: Started): Promise<unknown> {
  return Promise.all([...started.values()].map((running) => running.stop()));
}

export function rest(seconds: number): Promise<void> {
  return wait(seconds * 1_000);
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** A line about the progress, beside the tables on standard output. */
export function say(line: string): void {
  process.stderr.write(`${new Date().toTimeString().slice(0, 8)} ${line}\n`);
}
