/**
 * Stands in for vitest on runtimes that vitest does not run on: as much of it as the suite of all stores
 * uses. Matchers are vitest's own.
 */
import process from 'node:process';

export { expect } from 'vitest';

type Run = (...values: readonly unknown[]) => unknown;
/** What a case is, after its title: a function, or options and a function. */
type Definition = readonly [Run] | readonly [{ readonly timeout?: number }, Run];

interface Case {
  readonly title: string;
  readonly run: () => unknown;
  readonly limitMs: number;
}

const caseMs = 120_000;
const cases: Case[] = [];
const scope: string[] = [];
let skipped = 0;
let finishers: (() => unknown)[] = [];

export function onTestFinished(finish: () => unknown): void {
  finishers.push(finish);
}

function declareGroup(title: string, declare: () => void): void {
  scope.push(title);
  declare();
  scope.pop();
}

export const describe = Object.assign(declareGroup, {
  skipIf: (skip: unknown) => (skip ? countSkipped : declareGroup),
});

/** Counts as one, however many cases would be in it. */
function countSkipped(): void {
  skipped += 1;
}

function declare(title: string, definition: Definition, values: readonly unknown[]): void {
  const [run, options] =
    definition.length === 1 ? [definition[0], {}] : [definition[1], definition[0]];
  const limitMs = options.timeout ?? caseMs;
  cases.push({ title: [...scope, title].join(' > '), run: () => run(...values), limitMs });
}

function declareCase(title: string, ...definition: Definition): void {
  declare(title, definition, []);
}

export const it = Object.assign(declareCase, {
  /** A row that is a list gives its members as arguments. */
  each:
    (rows: readonly unknown[]) =>
    (title: string, ...definition: Definition) => {
      rows.forEach((row, index) => {
        declare(`${title} #${index}`, definition, Array.isArray(row) ? row : [row]);
      });
    },
  /** A row is one argument, whatever it is. */
  for:
    (rows: readonly unknown[]) =>
    (title: string, ...definition: Definition) => {
      rows.forEach((row, index) => {
        declare(`${title} #${index}`, definition, [row]);
      });
    },
});

/** Runs what was declared, one after the other, prints what failed and ends the process. */
export async function runCases(): Promise<never> {
  let failed = 0;
  for (const each of cases) {
    const error = await runCase(each);
    if (error === undefined) continue;
    failed += 1;
    console.error(`FAILED ${each.title}\n${describeError(error.cause)}\n`);
  }
  console.log(JSON.stringify({ passed: cases.length - failed, failed, skipped }));
  process.exit(failed === 0 ? 0 : 1);
}

interface Failure {
  readonly cause: unknown;
}

async function runCase({ run, limitMs }: Case): Promise<Failure | undefined> {
  finishers = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const expired = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`It took longer than ${limitMs} ms.`)), limitMs);
  });
  try {
    await Promise.race([run(), expired]);
    return undefined;
  } catch (cause) {
    return { cause };
  } finally {
    clearTimeout(timer);
    for (const finish of finishers.reverse()) await finish();
  }
}

function describeError(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
