/** How each published package is tried once it is installed; used by `packed.test.ts`. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { listSnippets, type Snippet } from '../codebase/snippet.ts';
import { root } from '../codebase/workspace.ts';
import { startParley, type Parley } from '../parley.ts';
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
  '@parley/console': runReadme,
  '@parley/demo': runReadme,
  '@parley/core': runReadme,
  '@parley/admin': runReadme,
  '@parley/store-sqlite': runReadme,
  '@parley/store-postgres': runReadme,
  '@parley/store-redis': runReadme,
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
  '@parley/host': runReadme,
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
  'parley-gateway': startCommand,
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
  const example = listSnippets('README.md', readme).find(({ language }) => language === 'js');
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
  const command = commandOf(installed);
  const manifest = JSON.parse(await readPackaged(installed, 'package.json')) as { version: string };
  const stdout = await run(installed.folder, command, ['--version']);
  expect(stdout).toBe(`${manifest.version}\n`);
  await answerOneCall([command]);
}

/** What a person types to run the gateway. */
function commandOf({ folder }: Installed): string {
  return join(folder, 'node_modules', '.bin', 'parley');
}

/** Gives what the log says of a call whose upstream cannot be reached. */
export async function logFailedAttempt(installed: Installed): Promise<string> {
  const unreachable = `
    upstreams:
      closed: { provider: openai-compatible, base_url: 'http://127.0.0.1:1/v1', credential: invented }
    models:
      lost: { targets: [{ upstream: closed, model: lost }] }`;
  const gateway = await startParley(unreachable, settings, [commandOf(installed)]);
  try {
    const { status } = await callModel(gateway, 'lost');
    expect(status).toBe(502);
  } finally {
    await gateway.stop();
  }
  return gateway.output();
}

function mainOf({ home }: Installed): string {
  return join(home, 'dist', 'main.js');
}

const settings = { PATH: environment.PATH, PARLEY_PORT: '0' };

/** A gateway starts, answers a call of the demo provider, and ends. */
async function answerOneCall(command: readonly string[]): Promise<void> {
  const gateway = await startParley('', settings, command);
  try {
    const answer = await callModel(gateway, 'demo/echo');
    expect(await answer.text()).toContain('"content":"hello"');
  } finally {
    expect(await gateway.stop()).toBe(0);
  }
}

function callModel({ url, key }: Parley, model: string): Promise<Response> {
  return fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model, messages: [{ role: 'user', content: 'hello' }] }),
  });
}
