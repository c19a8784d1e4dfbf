/** Calls the command line in tests. */
import { vi } from 'vitest';
import { runMain } from '../commands/program.ts';
import type { CliOptions, CliResult } from './cli-process.ts';

/** Runs a command within the test process, which is much faster than a separate process. */
export async function callCli(
  words: readonly string[],
  { folder, environment }: CliOptions,
): Promise<CliResult> {
  const output = { stdout: '', stderr: '' };
  const { env, exitCode } = process;
  const spies = [
    vi.spyOn(process, 'cwd').mockReturnValue(folder),
    ...(['stdout', 'stderr'] as const).map((name) =>
      vi.spyOn(process[name], 'write').mockImplementation((chunk) => {
        output[name] += String(chunk);
        return true;
      }),
    ),
  ];
  process.env = { ...environment };
  process.exitCode = undefined;
  try {
    await runMain(words);
    return { code: readExitCode(), ...output };
  } finally {
    process.env = env;
    process.exitCode = exitCode;
    for (const spy of spies) spy.mockRestore();
  }
}

function readExitCode(): number {
  return Number(process.exitCode ?? 0);
}
