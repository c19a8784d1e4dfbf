/** A temporary folder with a store, in which tests run commands. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { callCli } from './cli-call.ts';
import { runCli, startCli, type CliProcess, type CliResult } from './cli-process.ts';

type Variables = Readonly<Record<string, string>>;

export interface CliFolder {
  readonly path: string;
  readonly environment: Variables;
  write(name: string, text: string): string;
  /** Runs a command within the test process. */
  call(words: readonly string[], variables?: Variables): Promise<CliResult>;
  /** Runs a command with `--json` and returns its output. @throws when it fails */
  callJson<Value>(...words: readonly string[]): Promise<Value>;
  /** Runs a command in a separate process. */
  run(words: readonly string[], variables?: Variables, input?: string): Promise<CliResult>;
  start(words: readonly string[], variables?: Variables): CliProcess;
  /** Ends all processes and removes the folder. */
  remove(): Promise<void>;
}

export function createCliFolder(): CliFolder {
  const path = mkdtempSync(join(tmpdir(), 'parley-cli-'));
  const own = { HOME: path, PARLEY_DATA: join(path, 'data') };
  const started: CliProcess[] = [];
  const withVariables = (variables: Variables = {}) => ({
    folder: path,
    environment: { ...own, ...variables },
  });
  const call = (words: readonly string[], variables?: Variables) =>
    callCli(words, withVariables(variables));
  return {
    path,
    environment: own,
    call,
    write(name, text) {
      writeFileSync(join(path, name), text);
      return join(path, name);
    },
    async callJson<Value>(...words: readonly string[]) {
      const { code, stdout, stderr } = await call([...words, '--json']);
      if (code !== 0) throw new Error(stderr);
      return JSON.parse(stdout) as Value;
    },
    run: (words, variables, input) => runCli(words, { ...withVariables(variables), input }),
    start(words, variables) {
      const cli = startCli(words, withVariables(variables));
      started.push(cli);
      return cli;
    },
    async remove() {
      for (const { child } of started) child.kill('SIGKILL');
      await Promise.all(started.map(({ ended }) => ended));
      rmSync(path, { recursive: true });
    },
  };
}
