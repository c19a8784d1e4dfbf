import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/** A process to be run to its end. */
export interface Command {
  readonly file: string;
  readonly arguments: readonly string[];
  readonly folder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Milliseconds after which it is ended by force. */
  readonly patienceMs: number;
}

/** How a process ended. */
export interface Outcome {
  /** Its exit code; as a shell writes it when a signal ended it. */
  readonly code: number;
  /** Whether patience ran out. */
  readonly late: boolean;
  /** What it printed to standard output. */
  readonly printed: string;
  /** That and standard error, in order of arrival. */
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
    // What it left running would hold its output open.
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
    // Nobody is left in the group.
  }
}
