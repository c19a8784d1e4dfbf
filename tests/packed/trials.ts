import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { listSnippets, type Snippet } from '../codebase/snippet.ts';
import { root } from '../codebase/workspace.ts';
import { startParley } from '../parley.ts';
import { environment, readPackaged, run, type Installed } from './installation.ts';

const bun = join(root, 'apps', 'bun', 'node_modules', 'bun', 'bin', 'bun.exe');
const deno = join(root, 'apps', 'deno-deploy', 'node_modules', 'deno', 'deno');

/** A stand-in for the module that Cloudflare's runtime brings. */
const platformModules = `import { registerHooks } from 'node:module';
  const url = 'data:text/javascript,export class DurableObject {}';
  registerHooks({
    resolve: (name, context, next) =>
      name === 'cloudflare:workers' ? { url, shortCircuit: true } : next(name, context),
  });`;

/** Puts an installed package to the use that it is made for. */
type Trial = (installed: Installed) => Promise<void>;

/** How each published package is tried. One without an entry here fails the test. */
export const trials: Readonly<Record<string, Trial>> = {
  '@parley/protocol': runReadme,
  '@parley/clients': runReadme,
  '@parley/console': printing(
    'text/html; charset=utf-8',
    `import { files } from '@parley/console';
     console.log(files['index.html'].type);`,
  ),
  '@parley/demo': runReadme,
  '@parley/core': runReadme,
  '@parley/store-sqlite': runReadme,
  '@parley/store-postgres': printing(
    'StoreUnavailableError',
    `import { createPostgresStore } from '@parley/store-postgres';
     const opening = createPostgresStore({ url: 'postgres://nobody@127.0.0.1:1/none' });
     await opening.catch(({ name }) => console.log(name));`,
  ),
  '@parley/store-redis': printing(
    'warn',
    `import { createSqliteStore } from '@parley/store-sqlite';
     import { withRedisRates } from '@parley/store-redis';
     const log = (level) => console.log(level);
     const rates = { url: 'redis://127.0.0.1:1', log };
     const store = await withRedisRates(await createSqliteStore({ path: 'rates.db' }), rates);
     await store.check();
     await store.close();`,
  ),
  '@parley/store-sql': printing(
    'function true',
    `import { createSqlStore, migrations } from '@parley/store-sql';
     console.log(typeof createSqlStore, Object.keys(migrations).length > 0);`,
  ),
  '@parley/store-suite': printing(
    'function function',
    `import { describeStore } from '@parley/store-suite';
     import { runStoreProcess } from '@parley/store-suite/process';
     console.log(typeof describeStore, typeof runStoreProcess);`,
  ),
  '@parley/store-durable-object': printing(
    'function function',
    `${platformModules}
     const store = await import('@parley/store-durable-object');
     console.log(typeof store.createDurableObjectStore, typeof store.StoreObject);`,
  ),
  '@parley/host': printing(
    'in memory 200',
    `import { createLogger, loadConfiguration, openTrialStore, startHost } from '@parley/host';
     import { findDataFolder } from '@parley/host/disk';
     const environment = { PARLEY_STORE: 'memory', PARLEY_DATA: findDataFolder({}) };
     const host = await startHost({
       environment,
       loaded: loadConfiguration({ environment }),
       log: createLogger({ level: 'info', pretty: false, colour: false, write: console.error }),
       version: '1',
       openOwnStore: () => openTrialStore(environment),
     });
     const { status } = await host.gateway.fetch(new Request('http://127.0.0.1/healthz'));
     console.log(host.database.description, status);
     await host.close();`,
  ),
  '@parley/testkit': runTestkit,
  '@parley/bun': (installed) => answerOneCall([bun, mainOf(installed)]),
  '@parley/deno-deploy': (installed) =>
    answerOneCall([deno, 'run', '--allow-all', mainOf(installed)]),
  '@parley/lambda': printing(
    '200',
    `globalThis.awslambda = { streamifyResponse: (handler) => handler };
     process.env.PARLEY_STORE = 'memory';
     const { bufferedHandler } = await import('@parley/lambda');
     const http = { method: 'GET', sourceIp: '127.0.0.1' };
     const event = { version: '2.0', rawPath: '/healthz', rawQueryString: '', headers: {}, requestContext: { http } };
     const { statusCode } = await bufferedHandler(event, { getRemainingTimeInMillis: () => 60_000 });
     console.log(statusCode);
     process.exit();`,
  ),
  parley: startCommand,
};

/** Packages whose entries ask for what only their platform has, so that Node alone cannot import them. */
export const bound: ReadonlySet<string> = new Set([
  '@parley/lambda',
  '@parley/store-durable-object',
]);

/** The blocks of a README that say what they print. */
export async function listExamples(installed: Installed): Promise<readonly Snippet[]> {
  const readme = await readPackaged(installed, 'README.md');
  return listSnippets('README.md', readme).filter(({ text }) => /^\/\/ → /m.test(text));
}

/** Every example of the README that says what it prints prints that. */
async function runReadme(installed: Installed): Promise<void> {
  const examples = await listExamples(installed);
  expect(examples.length).toBeGreaterThan(0);
  for (const { text, place } of examples) {
    const promised = Array.from(text.matchAll(/^\/\/ → (.*)$/gm), ([, line = '']) => line);
    expect(await print(installed, text), place).toEqual(promised);
  }
}

async function runTestkit(installed: Installed): Promise<void> {
  const readme = await readPackaged(installed, 'README.md');
  const [example] = listSnippets('README.md', readme);
  const [printed] = await print(installed, example?.text ?? '');
  expect(readme).toContain(`This prints \`${String(printed)}\``);
}

function printing(promised: string, code: string): Trial {
  return async (installed) => {
    expect(await print(installed, code)).toEqual([promised]);
  };
}

/** Runs code in the user's folder and gives the lines that it prints. */
async function print({ folder, name }: Installed, code: string): Promise<readonly string[]> {
  const file = `${name.replace('@', '').replace('/', '-')}.ts`;
  await writeFile(join(folder, file), code);
  const stdout = await run(folder, process.execPath, [file]);
  return stdout.trimEnd().split('\n');
}

/** The command says its version and starts. */
async function startCommand(installed: Installed): Promise<void> {
  const command = join(installed.folder, 'node_modules', '.bin', 'parley');
  const manifest = JSON.parse(await readPackaged(installed, 'package.json')) as { version: string };
  const stdout = await run(installed.folder, command, ['--version']);
  expect(stdout).toBe(`${manifest.version}\n`);
  await answerOneCall([command]);
}

function mainOf({ home }: Installed): string {
  return join(home, 'dist', 'main.js');
}

/** A gateway starts, answers a call of the demo provider, and ends. */
async function answerOneCall(command: readonly string[]): Promise<void> {
  const gateway = await startParley('', { PATH: environment.PATH, PARLEY_PORT: '0' }, command);
  try {
    const answer = await fetch(`${gateway.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${gateway.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'demo/echo', messages: [{ role: 'user', content: 'hello' }] }),
    });
    expect(await answer.text()).toContain('"content":"hello"');
  } finally {
    expect(await gateway.stop()).toBe(0);
  }
}
