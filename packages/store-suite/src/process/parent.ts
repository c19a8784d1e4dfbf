/** Starts and watches child processes that use a store. */
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { onTestFinished } from 'vitest';
import type { ProcessSupport } from '../harness.ts';
import { go, ready } from './task.ts';
import type { StoreTask } from './task.ts';

export interface StoreProcess {
  /** Resolves when the child has opened its store. Rejects when it ended before that. */
  readonly ready: Promise<void>;
  /** The complete lines that the child has printed. */
  lines(): readonly string[];
  /** Resolves when the child has ended with success; otherwise rejects with its error output. */
  readonly ended: Promise<void>;
  /** Starts the task of the child. */
  start(): void;
  /** Kills the child without any cleanup and waits until it has ended. */
  kill(): Promise<void>;
}

/** Starts a child process that opens the store at a location. It is killed when the test ends. */
export function startStoreProcess(
  support: ProcessSupport,
  location: string,
  task: StoreTask,
): StoreProcess {
  const child = fork(support.module, [location, JSON.stringify(task)], {
    execArgv: [...(support.execArgv ?? [])],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const output = collectText(child.stdout);
  const readStderr = collectText(child.stderr);
  const ended = awaitEnd(child, readStderr);
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended.catch(ignoreDeath);
  };
  onTestFinished(kill);
  return {
    ready: Promise.race([awaitReady(child), ended]),
    ended,
    lines: () => output().split('\n').slice(0, -1),
    start: () => child.send(go),
    kill,
  };
}

function collectText(stream: ChildProcess['stdout']): () => string {
  let text = '';
  stream?.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  return () => text;
}

function awaitReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.on('message', (message) => {
      if (message === ready) resolve();
    });
  });
}

/** `close` is emitted after the child has ended and all its output has been read. */
function awaitEnd(child: ChildProcess, readStderr: () => string): Promise<void> {
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (code === 0) resolve();
      else reject(new Error(`The child ended with ${String(code ?? signal)}: ${readStderr()}`));
    });
  });
  // A killed child rejects as well; only callers that did not kill it await the promise.
  ended.catch(ignoreDeath);
  return ended;
}

function ignoreDeath(): void {
  return undefined;
}
