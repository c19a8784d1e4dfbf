/** Runs chosen tests in one long-lived Vitest. */
import { join } from 'node:path';
import { createVitest, type TestCase, type TestSpecification, type Vitest } from 'vitest/node';
import type { Durations, Task } from './mutant-runner.ts';

export interface Test {
  readonly id: string;
  readonly name: string;
  /** Relative to the root. */
  readonly file: string;
  /** In milliseconds, without any change. */
  readonly duration: number;
  readonly hasPassed: boolean;
  /** The numbers of the changes that it reaches. */
  readonly reached: ReadonlySet<number>;
  /** Those that were reached outside of a test before it. */
  readonly reachedBefore: readonly number[];
}

/** What became of the tests with one change. */
export type Outcome = 'passed' | 'failed' | 'timed out';

interface FoundSoFar {
  readonly noticed: Set<number>;
  readonly endless: Set<number>;
  readonly unrepeatable: Set<string>;
}

export interface Findings {
  readonly noticed: ReadonlySet<number>;
  readonly endless: ReadonlySet<number>;
  /** IDs of tests that cannot be repeated. */
  readonly unrepeatable: ReadonlySet<string>;
}

/** The longest time without a result, in milliseconds; the machine may be busy. */
const longestPause = 120_000;
const root = join(import.meta.dirname, '../..');

type Repeat = Omit<Extract<Task, { kind: 'repeat' }>, 'kind' | 'durations'>;

export async function createTestRunner(projects: readonly string[]): Promise<TestRunner> {
  let onResult: OnResult = () => undefined;
  const vitest = await createVitest({
    root,
    config: join(import.meta.dirname, 'vitest.config.ts'),
    project: [...projects],
    watch: false,
    reporters: [
      {
        onTestCaseResult: (test) => {
          onResult(test);
        },
      },
    ],
  });
  return new TestRunner(vitest, (listener) => {
    onResult = listener;
  });
}

type OnResult = (test: TestCase) => void;

class TestRunner {
  readonly #vitest: Vitest;
  readonly #listen: (listener: OnResult) => void;
  readonly #specifications = new Map<string, TestSpecification>();

  constructor(vitest: Vitest, listen: (listener: OnResult) => void) {
    this.#vitest = vitest;
    this.#listen = listen;
  }

  /** Runs every test that is related to the files, without a change. */
  async record(files: readonly string[], filters: readonly string[]): Promise<Test[]> {
    this.#vitest.config.related = files.map((file) => join(root, file));
    const found = await this.#vitest.getRelevantTestSpecifications([...filters]);
    for (const one of found) this.#specifications.set(one.moduleId, one);
    const { testModules } = await this.#run({ kind: 'record' }, found);
    return testModules.flatMap((module) => [...module.children.allTests()].map(readTest));
  }

  /** Runs tests with one change after the other. */
  async repeat(tests: readonly Test[], task: Repeat): Promise<Findings> {
    const findings = {
      noticed: new Set<number>(),
      endless: new Set<number>(),
      unrepeatable: new Set<string>(),
    };
    this.#vitest.config.bail = 0;
    let waiting = [...Map.groupBy(tests, ({ file }) => file).values()];
    while (waiting.length > 0) {
      const running = waiting.slice(0, this.#isIsolated ? 1 : Infinity);
      const ended = await this.#repeatUntilBroken(running.flat(), { task, findings });
      // A change can end the process or keep it busy: then the tests go on after the file where that was.
      const isLeft = ({ id }: Test): boolean => !ended.has(id);
      const [broken = [], ...unbegun] = running.filter((inFile) => inFile.some(isLeft));
      for (const { id } of broken.filter(isLeft)) findings.unrepeatable.add(id);
      waiting = [...unbegun, ...waiting.slice(running.length)];
    }
    return findings;
  }

  /** Adds to the findings, and returns the IDs of the tests that ended. */
  async #repeatUntilBroken(
    tests: readonly Test[],
    { task, findings }: { readonly task: Repeat; readonly findings: FoundSoFar },
  ): Promise<Set<string>> {
    const ended = new Set<string>();
    const watch = createWatch(this.#vitest);
    this.#listen((test) => {
      watch.reset();
      ended.add(test.id);
      const { noticed = [], endless = [], isUnrepeatable } = test.meta();
      for (const id of noticed) findings.noticed.add(id);
      for (const id of endless) findings.endless.add(id);
      if (isUnrepeatable === true) findings.unrepeatable.add(test.id);
    });
    const durations = durationsOf(tests);
    await this.#run(
      { kind: 'repeat', ...withoutFound(task, findings), durations },
      this.#choose(tests),
    );
    watch.stop();
    this.#listen(() => undefined);
    return ended;
  }

  /** Runs tests in a new process with one change until the first fails. */
  async runSingle(tests: readonly Test[], mutant: number): Promise<Outcome> {
    this.#vitest.config.bail = 1;
    const expected = tests.reduce((sum, { duration }) => sum + duration, 0);
    const chosen = this.#choose(tests);
    const watch = createWatch(this.#vitest, longestPause + 10 * expected);
    const task: Task = { kind: 'single', mutant, durations: durationsOf(tests) };
    const { testModules, unhandledErrors } = await this.#run(task, chosen);
    watch.stop();
    if (watch.hasExpired()) return 'timed out';
    // Vitest keeps the results of earlier runs.
    const ids = new Set(chosen.map(({ moduleId }) => moduleId));
    const ran = testModules.filter(({ moduleId }) => ids.has(moduleId));
    const hasPassed = ran.every((module) => module.ok()) && unhandledErrors.length === 0;
    return hasPassed ? 'passed' : 'failed';
  }

  /** Whether each file has a process of its own, so that one does not know what another has found. */
  get #isIsolated(): boolean {
    return this.#vitest.projects.some(({ config }) => config.isolate);
  }

  close(): Promise<void> {
    return this.#vitest.close();
  }

  #run(task: Task, chosen: TestSpecification[]) {
    for (const project of this.#vitest.projects) project.provide('task', task);
    return this.#vitest.runTestSpecifications(chosen);
  }

  #choose(tests: readonly Test[]): TestSpecification[] {
    return [...Map.groupBy(tests, ({ file }) => join(root, file))].flatMap(([file, inFile]) => {
      const testIds = inFile.map(({ id }) => id);
      const known = this.#specifications.get(file);
      return known?.project.createSpecification(file, { testIds }) ?? [];
    });
  }
}

export type { TestRunner };

function withoutFound(task: Repeat, { noticed, endless }: Findings): Repeat {
  const mutants = Object.entries(task.mutants).map(([test, ids]) => {
    return [test, ids.filter((id) => !noticed.has(id) && !endless.has(id))] as const;
  });
  return { ...task, mutants: Object.fromEntries(mutants) };
}

function durationsOf(tests: readonly Test[]): Durations {
  return Object.fromEntries(tests.map(({ id, duration }) => [id, duration]));
}

/** Ends a run that has reported nothing for some time. */
function createWatch(vitest: Vitest, pause = longestPause) {
  let isExpired = false;
  const timer = setTimeout(() => {
    isExpired = true;
    // The first call lets the running test end, the second ends its process.
    void vitest.cancelCurrentRun('test-failure');
    void vitest.cancelCurrentRun('test-failure');
  }, pause);
  return {
    reset: () => timer.refresh(),
    stop: () => {
      clearTimeout(timer);
    },
    hasExpired: () => isExpired,
  };
}

function readTest(test: TestCase): Test {
  const { reached, reachedBefore } = test.meta();
  return {
    id: test.id,
    name: test.fullName,
    file: test.module.relativeModuleId,
    duration: test.diagnostic()?.duration ?? 0,
    hasPassed: test.ok(),
    reached: new Set(reached),
    reachedBefore: reachedBefore ?? [],
  };
}
