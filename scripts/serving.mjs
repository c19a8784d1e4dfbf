// Starts the built gateway on any of its runtimes, on loopback; used by `npm run serve` and the tests.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { endWithRunner } from './end-with-runner.mjs';

/**
 * @typedef {Readonly<Record<string, string | undefined>>} Environment
 * @typedef {{ command: readonly string[], environment?: Environment, hasFiles: boolean }} Recipe
 *   `hasFiles`: whether the runtime can read the file that PARLEY_CONFIG names
 */

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const startMs = 30_000;
const stopMs = 10_000;

/** @param {string[]} parts */
const inside = (...parts) => join(root, ...parts);
const node = process.execPath;
// The programs themselves, because the scripts in `.bin` do not forward signals.
const bun = inside('apps', 'bun', 'node_modules', 'bun', 'bin', 'bun.exe');
const deno = inside('apps', 'deno-deploy', 'node_modules', 'deno', 'deno');

/**
 * The command that starts the entry of each runtime, with the port in `PARLEY_PORT`.
 * @type {Readonly<Record<string, Recipe>>}
 */
export const recipes = {
  node: { command: [node, inside('apps', 'node', 'dist', 'cli.js'), 'start'], hasFiles: true },
  bun: { command: [bun, inside('apps', 'bun', 'dist', 'main.js')], hasFiles: true },
  'deno-deploy': {
    command: [deno, 'run', '--allow-all', inside('apps', 'deno-deploy', 'dist', 'main.js')],
    environment: {
      // As on the platform: nothing is stored on disk, and no secret is printed.
      DENO_DEPLOY: 'true',
      PARLEY_STORE: 'memory',
      // A cache that persists, so that only the first start compiles.
      DENO_DIR: inside('node_modules', '.cache', 'deno'),
    },
    hasFiles: true,
  },
  lambda: {
    command: [node, inside('apps', 'lambda', 'local', 'function-url.mjs')],
    environment: { PARLEY_STORE: 'memory' },
    hasFiles: true,
  },
  cloudflare: {
    command: [node, inside('apps', 'cloudflare', 'local', 'worker.mjs')],
    hasFiles: false,
  },
};

/** The names of all runtimes, in the order in which tables show them. */
export const runtimes = Object.freeze(Object.keys(recipes));

/**
 * @typedef {object} RunningGateway
 * @property {string} url base URL, without a final slash
 * @property {string} key a key of the first group, without limits
 * @property {string} adminToken
 * @property {number} pid of the started process
 * @property {number} readyMs milliseconds from the start to its first response
 * @property {() => string} output all output so far
 * @property {Promise<number | null>} ended its exit code, once it has ended
 * @property {(signal?: NodeJS.Signals) => Promise<number | null>} stop ends it and deletes its data;
 *   resolves to its exit code
 */

/**
 * Starts a runtime with its own data and creates a key. The runtime must have been built.
 * @param {string} runtime one of `runtimes`
 * @param {{ port?: number, environment?: Environment, program?: string, onOutput?: (text: string) => void }} [options]
 * `port`: any free port by default; `environment`: added to an almost empty one, for example PARLEY_CONFIG
 * with a file or PARLEY_DATABASE_URL with a server; `program`: the path of another version of the runtime
 * @returns {Promise<RunningGateway>}
 */
export async function startRuntime(runtime, options = {}) {
  const { port = 0, environment = {}, program, onOutput } = options;
  const recipe = recipes[runtime];
  if (recipe === undefined) throw new Error(`There is no runtime "${runtime}"; use ${listed()}.`);
  const folder = mkdtempSync(join(tmpdir(), `parley-${runtime}-`));
  const adminToken = environment['PARLEY_ADMIN_TOKEN'] ?? makeAdminToken();
  const startedAt = performance.now();
  const given = resolvePaths(environment);
  const [ownProgram = '', ...words] = recipe.command;
  const child = start([program ?? ownProgram, ...words], folder, {
    ...recipe.environment,
    PATH: process.env['PATH'],
    HOME: folder,
    PARLEY_DATA: join(folder, 'data'),
    ...(recipe.hasFiles ? given : writeOut(given)),
    PARLEY_HOST: '127.0.0.1',
    PARLEY_PORT: String(port),
    PARLEY_ADMIN_TOKEN: adminToken,
  });
  endWithRunner(child, folder);
  const ended = once(child, 'exit').then(([code]) => /** @type {number | null} */ (code));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += String(chunk);
      onOutput?.(String(chunk));
    });
  }
  /** @param {NodeJS.Signals} signal */
  const stop = async (signal = 'SIGTERM') => {
    if (signal === 'SIGKILL') killGroup(child);
    else child.kill(signal);
    const timer = setTimeout(() => killGroup(child), stopMs);
    const code = await ended;
    clearTimeout(timer);
    rmSync(folder, { recursive: true, force: true });
    return code;
  };
  try {
    const url = await findAddress(child, () => output);
    const readyMs = Math.round(performance.now() - startedAt);
    const key = await createKey(url, adminToken);
    const { pid = 0 } = child;
    return { url, key, adminToken, pid, readyMs, output: () => output, ended, stop };
  } catch (error) {
    await stop('SIGKILL');
    throw new Error(`${runtime} did not start: ${error}\n${output}`, { cause: error });
  }
}

/**
 * Starts the runtime in its own folder, so that it finds no other configuration, and in its own process group.
 * @param {readonly string[]} command @param {string} folder @param {Environment} environment
 */
function start([file = '', ...words], folder, environment) {
  if (!existsSync(file)) throw new Error(`${file} is missing; install first.`);
  return spawn(file, words, {
    cwd: folder,
    env: environment,
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Ends a program together with what it has started, such as workerd. @param {import('node:child_process').ChildProcess} child */
function killGroup(child) {
  try {
    process.kill(-(child.pid ?? NaN), 'SIGKILL');
  } catch {
    // It has ended, or the system has no groups.
    child.kill('SIGKILL');
  }
}

/** Resolves paths against the working directory of the caller. @param {Environment} environment */
function resolvePaths(environment) {
  const names = ['PARLEY_CONFIG', 'PARLEY_DATA'].filter((name) => environment[name]);
  const paths = names.map((name) => [name, resolve(environment[name] ?? '')]);
  return { ...environment, ...Object.fromEntries(paths) };
}

/** Passes the text of the configuration to a host without files. @param {Environment} environment */
function writeOut({ PARLEY_CONFIG: file, ...environment }) {
  if (!file) return environment;
  return { ...environment, PARLEY_CONFIG_YAML: readFileSync(file, 'utf8') };
}

/** A new admin token; the command line must have been built. */
export function makeAdminToken() {
  const words = [inside('apps', 'node', 'dist', 'cli.js'), 'generate', 'admin-token'];
  const { status, stdout, stderr } = spawnSync(node, words, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`No admin token could be made:\n${stderr}`);
  return stdout.trim();
}

/**
 * Finds the URL in the output, and waits until the gateway is ready.
 * @param {import('node:child_process').ChildProcess} child
 * @param {() => string} output
 */
async function findAddress(child, output) {
  for (const limit = Date.now() + startMs; Date.now() < limit; await wait(5)) {
    const url = /http:\/\/(?:127\.0\.0\.1|localhost|\[::1\]):\d+/.exec(output())?.[0];
    if (url !== undefined && (await isReady(url))) return url;
    if (child.exitCode !== null) throw new Error(`it ended with exit code ${child.exitCode}`);
  }
  throw new Error('it was not ready in time');
}

/** @param {string} url */
async function isReady(url) {
  try {
    return (await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(startMs) })).ok;
  } catch {
    return false;
  }
}

/** @param {string} url @param {string} adminToken */
async function createKey(url, adminToken) {
  const headers = { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' };
  const groups = await readJson(await fetch(`${url}/admin/v1/groups`, { headers }));
  const names = groups.data.map((/** @type {{ name: string }} */ { name }) => name);
  const group = names.includes('default') || names.length === 0 ? 'default' : names[0];
  const body = JSON.stringify({ name: 'served', groups: [group] });
  const response = await fetch(`${url}/admin/v1/keys`, { method: 'POST', headers, body });
  return /** @type {string} */ ((await readJson(response)).secret);
}

/** @param {Response} response */
async function readJson(response) {
  const text = await response.text();
  if (!response.ok) throw new Error(`the admin API answered ${response.status}: ${text}`);
  return JSON.parse(text);
}

function listed() {
  return runtimes.join(', ');
}
