/** Runs `parley` from source in a separate process. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const entry = join(import.meta.dirname, '..', 'cli.ts');

export interface CliOptions {
  /** The environment of the process, besides PATH. */
  readonly environment: Readonly<Record<string, string>>;
  readonly folder: string;
  /** Standard input, which is empty otherwise. */
  readonly input?: string | undefined;
}

export interface CliResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CliProcess {
  readonly child: ChildProcess;
  readonly output: { readonly stdout: string; readonly stderr: string };
  /** Resolves when standard error matches; rejects when the process ends before. */
  whenWritten(pattern: RegExp): Promise<RegExpExecArray>;
  /** The same for standard output. */
  whenRead(pattern: RegExp): Promise<RegExpExecArray>;
  /** Resolves when the process has ended. */
  readonly ended: Promise<CliResult>;
}

export function startCli(words: readonly string[], options: CliOptions): CliProcess {
  const child = spawn(process.execPath, ['--conditions=parley-source', entry, ...words], {
    cwd: options.folder,
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      NODE_NO_WARNINGS: '1',
      ...options.environment,
    },
    stdio: 'pipe',
  });
  child.stdin.end(options.input);
  const output = { stdout: '', stderr: '' };
  const changes = new EventTarget();
  const change = () => changes.dispatchEvent(new Event('change'));
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text;
      change();
    });
  }
  const ended = once(child, 'close').then(([code]: (number | null)[]) => {
    change();
    return { code: code ?? null, ...output };
  });
  const find = async (name: 'stdout' | 'stderr', pattern: RegExp) => {
    for (;;) {
      const match = pattern.exec(output[name]);
      if (match) return match;
      if (child.exitCode !== null || child.signalCode !== null) {
        throw new Error(`parley ended:\n${output.stderr}`);
      }
      await once(changes, 'change');
    }
  };
  return {
    child,
    output,
    ended,
    whenWritten: (pattern) => find('stderr', pattern),
    whenRead: (pattern) => find('stdout', pattern),
  };
}

/** Runs a command and waits for its end. */
export function runCli(words: readonly string[], options: CliOptions): Promise<CliResult> {
  return startCli(words, options).ended;
}
