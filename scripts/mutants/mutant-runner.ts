/**
 * Runs tests in the process of Vitest: records which changes each test reaches, or repeats each test with one change
 * after the other, so that no process and no module is loaded for a change.
 */
import { TestRunner, inject, type RunnerTestCase } from 'vitest';

/** What a run of Vitest does with its tests. */
export type Task =
  | { readonly kind: 'record' }
  /** One change is on from the start, so that it also holds while modules are loaded. */
  | { readonly kind: 'single'; readonly mutant: number; readonly durations: Durations }
  /** The changes to try by the ID of a test, each for at most `limit` milliseconds of tests. */
  | {
      readonly kind: 'repeat';
      readonly mutants: Readonly<Record<string, readonly number[]>>;
      readonly limit: number;
      readonly durations: Durations;
    };

/** How long each test takes without a change, in milliseconds, by its ID. */
export type Durations = Readonly<Record<string, number>>;

declare module 'vitest' {
  interface ProvidedContext {
    task: Task;
  }
  interface TaskMeta {
    /** The changes that the test reached. */
    reached?: readonly number[];
    /** The changes that were reached before it, outside of any test. */
    reachedBefore?: readonly number[];
    /** The changes with which the test failed. */
    noticed?: readonly number[];
    /** The changes with which it did not end in time. */
    endless?: readonly number[];
    /** Whether the test also fails without a change when it runs twice. */
    isUnrepeatable?: boolean;
  }
}

/** One for all files of a process, because they share the modules. */
interface Shared {
  active: number;
  calls: number;
  /** When the test with the change should have ended, by the monotonic clock. */
  deadline: number;
  readonly isRecording: boolean;
  readonly reached: Set<number>;
  readonly found: Set<number>;
  /** How long the tests with a change took, in milliseconds. */
  readonly used: Map<number, number>;
}

declare global {
  var __mutant: ((id: number) => boolean) | undefined;
  var __mutants: Shared | undefined;
}

/** Tests may replace the clock. */
const now = performance.now.bind(performance);
const [setTimer, clearTimer] = [setTimeout, clearTimeout];
const longestMs = 30_000;
/** How much longer than without a change a test may take, on a busy machine. */
const patience = { factor: 10, ms: 2_000 };

function share(task: Task): Shared {
  const shared: Shared = {
    active: task.kind === 'single' ? task.mutant : -1,
    calls: 0,
    deadline: Infinity,
    isRecording: task.kind === 'record',
    reached: new Set(),
    found: new Set(),
    used: new Map(),
  };
  globalThis.__mutant = (id) => {
    if (shared.isRecording) shared.reached.add(id);
    if (id !== shared.active) return false;
    shared.calls += 1;
    if (shared.calls % 1000 === 0 && now() > shared.deadline)
      throw new Error('It timed out in a loop.');
    return true;
  };
  return shared;
}

/** The changes that one test still tries. */
interface Queue {
  readonly waiting: number[];
  readonly noticed: number[];
  readonly endless: number[];
  /** Whether the next repeat is without a change, to see that the last failure was due to the change. */
  checks: boolean;
  begun: number;
}

class MutantRunner extends TestRunner {
  readonly #task = inject('task');
  readonly #shared = (globalThis.__mutants ??= share(this.#task));
  #queue: Queue | undefined;

  override async onBeforeRunTask(test: RunnerTestCase): Promise<void> {
    await super.onBeforeRunTask(test);
    if (this.#task.kind === 'record') test.meta.reachedBefore = this.#takeReached();
    if (this.#task.kind !== 'repeat') return;
    const { mutants, limit } = this.#task;
    const { found, used } = this.#shared;
    const waiting = (mutants[test.id] ?? []).filter(
      (id) => !found.has(id) && (used.get(id) ?? 0) < limit,
    );
    this.#queue = { waiting, noticed: [], endless: [], checks: false, begun: 0 };
    // Every failure is followed by a repeat without a change, and so are all others together.
    if (waiting.length === 0) test.mode = 'skip';
    else test.repeats = 2 * waiting.length + 1;
  }

  override onBeforeTryTask(
    test: RunnerTestCase,
    options: { retry: number; repeats: number },
  ): void {
    super.onBeforeTryTask(test, options);
    const queue = this.#queue;
    if (queue === undefined) return;
    // Every result is sent with all attempts and errors before it.
    test.result?.attempts?.splice(0);
    if (test.result !== undefined) delete test.result.errors;
    if (queue.waiting.length === 0 && !queue.checks) test.context.skip();
    queue.begun = now();
    this.#shared.deadline = queue.begun + longestMs;
    this.#shared.active = queue.checks ? -1 : (queue.waiting.shift() ?? -1);
  }

  /** A change often makes a test wait for what never comes, so its own time-out would take most of the time. */
  async runTask(test: RunnerTestCase): Promise<void> {
    const run = TestRunner.getTestFn(test);
    if (this.#task.kind === 'record' || this.#shared.active < 0) return run();
    const limit = patience.ms + patience.factor * (this.#task.durations[test.id] ?? 0);
    let timer: NodeJS.Timeout | undefined;
    const isOver = new Promise<never>((_, reject) => {
      const fail = (): void => {
        reject(new Error(`The test timed out in ${String(Math.round(limit))} ms.`));
      };
      timer = setTimer(fail, limit);
    });
    await Promise.race([run(), isOver]).finally(() => {
      clearTimer(timer);
    });
  }

  override async onAfterRetryTask(
    test: RunnerTestCase,
    options: { retry: number; repeats: number },
  ): Promise<void> {
    await super.onAfterRetryTask(test, options);
    if (this.#queue !== undefined) this.#judge(test, this.#queue);
    if (this.#task.kind === 'record') test.meta.reached = this.#takeReached();
  }

  #judge(test: RunnerTestCase, queue: Queue): void {
    const { active, found, used } = this.#shared;
    const hasFailed = test.result?.state === 'fail';
    if (active < 0) {
      if (!queue.checks) return;
      queue.checks = false;
      if (hasFailed) this.#giveUp(test, queue);
      return;
    }
    this.#shared.active = -1;
    used.set(active, (used.get(active) ?? 0) + now() - queue.begun);
    queue.checks = hasFailed || queue.waiting.length === 0;
    if (!hasFailed) return;
    found.add(active);
    const message = test.result?.errors?.at(-1)?.message ?? '';
    (/timed out in/.test(message) ? queue.endless : queue.noticed).push(active);
    test.meta.noticed = queue.noticed;
    test.meta.endless = queue.endless;
  }

  /** The test fails without a change, so its last failure says nothing. */
  #giveUp(test: RunnerTestCase, queue: Queue): void {
    const doubtful = [...queue.noticed, ...queue.endless];
    for (const id of doubtful) this.#shared.found.delete(id);
    queue.waiting.length = 0;
    test.meta.noticed = [];
    test.meta.endless = [];
    test.meta.isUnrepeatable = true;
  }

  #takeReached(): number[] {
    const taken = [...this.#shared.reached];
    this.#shared.reached.clear();
    return taken;
  }
}

export { MutantRunner as default };
