/** Runs a process to its end, and kills it when that takes too long; used to install and to run agents. */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/** A process to run to its end. */
export interface Command {
  readonly file: string;
  readonly arguments: readonly string[];
  readonly folder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Milliseconds after which it is killed. */
  readonly patienceMs: number;
}

/** How a process ended. */
export interface Outcome {
  /** Its exit code; 128 + n if signal n ended it. */
  readonly code: number;
  /** Whether it was killed because it took too long. */
  readonly late: boolean;
  /** What it printed to standard output. */
  readonly printed: string;
  /** Standard output and standard error, in order of arrival. */
  readonly output: string;
}

/**
 * Runs a process in a group of its own, so that what it started ends with it.
 * @throws Error when it cannot be started
 */
export function runBounded(command: Command): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(command.file, command.arguments, {
      cwd: command.folder,
      env: command.environment,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let printed = '';
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      output += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      endGroup(child.pid);
    }, command.patienceMs);
    child.once('error', reject);
    // Child processes that still run would keep its output open.
    child.once('exit', () => endGroup(child.pid));
    child.once('close', (code, signal) => {
      clearTimeout(timer);
      resolve({
        code: code ?? 128 + (signal ? constants.signals[signal] : 0),
        late,
        printed,
        output,
      });
    });
  });
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // No process of the group is left.
  }
}
