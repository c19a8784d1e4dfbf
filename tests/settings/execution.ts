// Runs the code and commands of `@parley/clients` as a user who copies them would.
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../codebase/workspace.ts';

/** How a program ended. */
export interface Outcome {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

const patienceMs = 60_000;

/** Runs a program in the folder of the tests, which depends on the official clients. */
export function execute([file = '', ...words]: readonly string[]): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, words, {
      cwd: join(root, 'tests'),
      env: { PATH: process.env['PATH'] },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: patienceMs,
    });
    let [output, errors] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
    child.on('error', reject);
    child.on('close', (code) => {
      resolve({ code, output, errors });
    });
  });
}

/** The command that runs a TypeScript module unchanged. */
export function runModule(code: string): readonly string[] {
  return [process.execPath, '--input-type=module-typescript', '--eval', code];
}

const separator = '\u001E';

/**
 * Runs modules of TypeScript one after the other in one process, as the libraries take long to load.
 * @returns what each printed, with its error where it threw one
 */
export async function runModules(modules: readonly string[]): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-settings-'));
  try {
    await symlink(join(root, 'tests', 'node_modules'), join(folder, 'node_modules'));
    await writeFile(join(folder, 'package.json'), '{"type": "module"}');
    const names = modules.map((_, index) => join(folder, `module-${index}.ts`));
    await Promise.all(modules.map((code, index) => writeFile(names[index] ?? '', code)));
    const runner = `for (const name of ${JSON.stringify(names)}) {
      await import(name).catch((error) => console.log(String(error)));
      process.stdout.write('${separator}');
    }`;
    const { output, errors } = await execute(runModule(runner));
    const printed = output.split(separator).slice(0, -1);
    if (printed.length !== modules.length) throw new Error(`Not all modules ran:\n${errors}`);
    return printed;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
