// Assertions for scenarios; a failed one describes how the response differs from the rule.
import { setTimeout as wait } from 'node:timers/promises';
import type { Reply } from './http/client.ts';

/** A response does not follow a rule. */
export class Mismatch extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'Mismatch';
  }
}

/** @throws Mismatch */
export function check(condition: unknown, problem: string): asserts condition {
  if (condition === false || condition === undefined || condition === null) {
    throw new Mismatch(problem);
  }
}

/** @throws Mismatch unless both are the same JSON */
export function checkEqual(actual: unknown, expected: unknown, what: string): void {
  const [got, wanted] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (got !== wanted) throw new Mismatch(`${what}: expected ${wanted}, got ${shorten(got)}`);
}

/** @throws Mismatch */
export function checkMatch(text: string, pattern: RegExp, what: string): void {
  if (!pattern.test(text)) {
    throw new Mismatch(`${what}: expected ${String(pattern)}, got ${shorten(text)}`);
  }
}

/** @throws Mismatch when a text contains a forbidden part */
export function checkAbsent(text: string, part: string, what: string): void {
  if (part !== '' && text.includes(part)) throw new Mismatch(`${what} is in ${shorten(text)}`);
}

/** @throws Mismatch */
export function checkStatus(reply: Pick<Reply, 'status'> & Partial<Reply>, status: number): void {
  if (reply.status !== status) {
    throw new Mismatch(
      `expected status ${status}, got ${reply.status}: ${shorten(reply.text ?? '')}`,
    );
  }
}

/** Reads a value within JSON; `undefined` when it is missing. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  let found = value;
  for (const step of path) {
    if (typeof found !== 'object' || found === null) return undefined;
    if (typeof step === 'number') found = Array.isArray(found) ? found.at(step) : undefined;
    else found = Object.hasOwn(found, step) ? Reflect.get(found, step) : undefined;
  }
  return found;
}

/** Reads a string within JSON. @throws Mismatch when there is none */
export function textAt(value: unknown, ...path: readonly (string | number)[]): string {
  const found = at(value, ...path);
  if (typeof found !== 'string') throw missing('text', path, value);
  return found;
}

/** Reads a number within JSON. @throws Mismatch when there is none */
export function numberAt(value: unknown, ...path: readonly (string | number)[]): number {
  const found = at(value, ...path);
  if (typeof found !== 'number') throw missing('number', path, value);
  return found;
}

/** Reads a list within JSON. @throws Mismatch when there is none */
export function listAt(value: unknown, ...path: readonly (string | number)[]): readonly unknown[] {
  const found = at(value, ...path);
  if (!Array.isArray(found)) throw missing('list', path, value);
  return found;
}

function missing(kind: string, path: readonly (string | number)[], value: unknown): Mismatch {
  return new Mismatch(`no ${kind} at ${path.join('.')} of ${shorten(JSON.stringify(value))}`);
}

/**
 * Waits until a condition holds.
 * @throws Mismatch when it does not hold in time
 */
export async function until<Value>(
  what: string,
  read: () => Promise<Value | undefined> | Value | undefined,
  milliseconds = 15_000,
): Promise<Value> {
  for (const limit = performance.now() + milliseconds; ;) {
    const found = await read();
    if (found !== undefined) return found;
    if (performance.now() > limit) throw new Mismatch(`${what}: not within ${milliseconds} ms`);
    await wait(50);
  }
}

/** The beginning of a text, for messages. */
export function shorten(text = ''): string {
  return text.length > 400 ? `${text.slice(0, 400)}…` : text;
}
