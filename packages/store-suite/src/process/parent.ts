import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { onTestFinished } from 'vitest';
import type { ProcessSupport } from '../harness.ts';
import { go, ready } from './task.ts';
import type { StoreTask } from './task.ts';

export interface StoreProcess {
  /** Resolves when the child has opened its store. Rejects when it ended before that. */
  readonly ready: Promise<void>;
  /** The whole lines that the child has printed. */
  lines(): readonly string[];
  /** Resolves when the child has ended well, and rejects with what it said when it has not. */
  readonly ended: Promise<void>;
  /** Lets the child begin its task. */
  start(): void;
  /** Ends the child at once, without a chance to tidy up, and waits until it is gone. */
  kill(): Promise<void>;
}

/** Starts a child process that opens the store at a location. It never outlives the test. */
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
  const complaint = collectText(child.stderr);
  const ended = awaitEnd(child, complaint);
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

/** `close` comes after the child has gone and all that it printed has been read. */
function awaitEnd(child: ChildProcess, complaint: () => string): Promise<void> {
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (code === 0) resolve();
      else reject(new Error(`The child ended with ${String(code ?? signal)}: ${complaint()}`));
    });
  });
  // A killed child rejects as well; whoever did not kill it awaits the promise and hears of it.
  ended.catch(ignoreDeath);
  return ended;
}

function ignoreDeath(): void {
  return undefined;
}
