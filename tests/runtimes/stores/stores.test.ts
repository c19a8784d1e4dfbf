import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build, type BuildOptions, type Plugin } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { root } from '../../codebase/workspace.ts';

const run = promisify(execFile);
const runner = fileURLToPath(new URL('runner.ts', import.meta.url));
const suiteMs = 580_000;

const programs = [
  {
    title: 'Bun',
    command: [join(root, 'apps', 'bun', 'node_modules', 'bun', 'bin', 'bun.exe')],
  },
  {
    title: 'Deno',
    command: [
      join(root, 'apps', 'deno-deploy', 'node_modules', 'deno', 'deno'),
      'run',
      '--allow-all',
      '--no-config',
    ],
  },
];
const server = process.env['PARLEY_TEST_POSTGRES_URL'];
const drivers = [
  { driver: 'store-sqlite', environment: {} },
  ...(server === undefined
    ? []
    : [{ driver: 'store-postgres', environment: { PARLEY_TEST_POSTGRES_URL: server } }]),
];

/** The drivers need a require function; where the bundle lies, no package is found. */
const banner =
  "import { createRequire as createRequireOfTests } from 'node:module';\n" +
  'const require = createRequireOfTests(import.meta.url);';

/** Everybody but the runner itself gets the runner. */
const runnerForVitest: Plugin = {
  name: 'runner-for-vitest',
  setup({ onResolve }) {
    onResolve({ filter: /^vitest$/ }, ({ importer }) =>
      importer === runner ? undefined : { path: runner },
    );
  },
};

/** Bundles the contract of a driver with the runner in vitest's place, and its child process. */
async function bundleContract(driver: string, folder: string): Promise<string> {
  const source = join(root, 'packages', driver, 'src');
  const contract = join(source, 'store-contract.test.ts');
  const shared: BuildOptions = {
    bundle: true,
    format: 'esm',
    platform: 'node',
    // A contract is imported for what it declares.
    ignoreAnnotations: true,
    conditions: ['parley-source'],
    banner: { js: banner },
    plugins: [runnerForVitest],
    absWorkingDir: root,
  };
  const outfile = join(folder, 'contract.mjs');
  await build({
    ...shared,
    outfile,
    stdin: {
      contents: `import ${JSON.stringify(contract)};
        import { runCases } from ${JSON.stringify(runner)};
        await runCases();`,
      resolveDir: root,
    },
  });
  // The suite starts it by the name that it has among the sources.
  await build({
    ...shared,
    entryPoints: [join(source, 'testing', 'suite-process.ts')],
    outfile: join(folder, 'suite-process.ts'),
  });
  return outfile;
}

/** Minutes of work that vitest does on Node anyway: on demand. */
describe.runIf(process.env['PARLEY_SLOW_TESTS'] === '1').each(programs)(
  'on $title',
  ({ command: [program = '', ...words] }) => {
    it.each(drivers)(
      '$driver keeps the contract of all stores',
      async ({ driver, environment }) => {
        const folder = await mkdtemp(join(tmpdir(), 'parley-contract-'));
        try {
          const contract = await bundleContract(driver, folder);
          const { stdout } = await run(program, [...words, contract], {
            env: { PATH: process.env['PATH'], HOME: folder, NODE_ENV: 'test', ...environment },
            timeout: suiteMs,
          });
          const counts = JSON.parse(stdout) as Record<string, number>;
          expect(counts).toMatchObject({ failed: 0 });
          expect(counts['passed']).toBeGreaterThan(300);
        } finally {
          await rm(folder, { recursive: true, force: true });
        }
      },
      suiteMs,
    );
  },
);
