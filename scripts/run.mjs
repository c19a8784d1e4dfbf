// Runs the project on a machine that has only Node >= 20 and npm:
//   node scripts/run.mjs start [options]   installs, builds and runs the gateway
//   node scripts/run.mjs parley <command>  installs, builds and runs another command of it
//   node scripts/run.mjs serve [options]   the same on another runtime: --runtime bun --port 8787
//   node scripts/run.mjs test [arguments]  installs and runs every check
//   node scripts/run.mjs conformance [options]  runs the conformance suite on every runtime
//   node scripts/run.mjs bench [options]   installs, builds and measures gateways side by side
// It imports only Node's own modules, because it runs before the install.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  chooseNode,
  createBuildWatch,
  createSignalGate,
  fingerprintInstall,
  translateSignal,
} from './launcher.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const { packageManager } = JSON.parse(read('package.json'));
/** The runtimes that `bench` measures. */
const measured = ['parley-gateway', '@parley/bun', '@parley/deno-deploy'].map(
  (name) => `--filter=${name}`,
);
const stamp = join(root, 'node_modules', '.parley-install');
const [task = 'start', ...rest] = process.argv.slice(2);

// The tools are needed even when the environment requests only production packages.
const { NODE_ENV: _, ...inherited } = process.env;
const environment = { ...inherited, TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' };

/** @type {import('node:child_process').ChildProcess | undefined} */
let child;
/** @type {NodeJS.Signals | undefined} */
let stoppedBy;

const isFresh = createSignalGate(500);
for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT', 'SIGHUP'])) {
  process.on(signal, () => {
    if (!isFresh(signal, performance.now())) return;
    stoppedBy = translateSignal(signal, process.stdout.isTTY);
    signalGroup(stoppedBy);
  });
}

try {
  process.exitCode = await main();
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

async function main() {
  if (task === 'start') return parley('start', ...rest);
  if (task === 'parley') return parley(...rest);
  if (task === 'serve') return runScript('scripts/serve.mjs', '--filter=./apps/*');
  if (task === 'conformance') return runScript('tests/conformance/run.ts');
  if (task === 'bench') return runScript('bench/gateways.ts', ...measured);
  if (task === 'test') return test();
  throw new Error(
    `There is no task "${task}"; use start, parley, serve, conformance, bench or test.`,
  );
}

/** @param {string[]} args */
async function parley(...args) {
  const node = await prepare('--filter=parley-gateway');
  return runHere([node, join(root, 'apps', 'node', 'dist', 'cli.js'), ...args]);
}

/**
 * Runs a script of the project with the arguments after the task.
 * @param {string} script
 * @param {string[]} filter the packages to build; all by default
 */
async function runScript(script, ...filter) {
  const node = await prepare(...filter);
  return runHere([node, '--conditions=parley-source', join(root, script), ...rest]);
}

/**
 * Installs and builds. Returns the Node that runs the project.
 * @param {string[]} filter
 */
async function prepare(...filter) {
  const fingerprint = fingerprintInstall(readInstallInputs());
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== fingerprint) {
    say('installing packages, which takes about a minute the first time');
    await runQuietly(pnpm('install', '--frozen-lockfile'));
    writeFileSync(stamp, fingerprint);
  }
  const node = findNode();
  const build = ['exec', 'turbo', 'run', 'build', '--output-logs=new-only', ...filter];
  await runQuietly(pnpm(...build), () => say('building what has changed'));
  return node;
}

/** @param {string[]} command */
function runHere(command) {
  return run(command, {
    // Paths on the command line and `parley.yaml` are relative to the working directory of the user.
    cwd: process.env['INIT_CWD'] ?? root,
    // For messages: nothing named `parley` is on the path of somebody who has only cloned the project.
    env: { ...process.env, PARLEY_COMMAND: 'npm run parley --' },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}

async function test() {
  const options = /** @type {const} */ ({ stdio: 'inherit' });
  const installed = await run(pnpm('install', '--frozen-lockfile'), options);
  if (installed !== 0) return installed;
  findNode();
  return run(pnpm('run', 'check', ...rest), options);
}

/**
 * The pinned pnpm, without a global install. `--prefer-offline` stops npm from contacting the registry again,
 * which takes a minute of retries without a network.
 * @param {string[]} args
 */
function pnpm(...args) {
  return ['npx', '--yes', '--prefer-offline', packageManager, ...args];
}

/**
 * Runs one command in the foreground.
 * @param {string[]} command
 * @param {import('node:child_process').SpawnOptions} options
 * @param {(output: import('node:stream').Readable) => void} [watch] receives the output when it is piped
 * @returns {Promise<number>} its exit code
 */
function run([file = '', ...args], options, watch) {
  return new Promise((resolve, reject) => {
    // With its own process group, one signal reaches every descendant.
    child = spawn(file, args, { cwd: root, env: environment, detached: true, ...options });
    if (watch && child.stdout && child.stderr) [child.stdout, child.stderr].forEach(watch);
    child.on('error', reject);
    child.on('close', (code, signal) => {
      const cause = stoppedBy ?? signal;
      resolve(code ?? (cause ? 128 + constants.signals[cause] : 1));
    });
  });
}

/**
 * Runs one step before the gateway; its output is only shown when it fails.
 * @param {string[]} command
 * @param {() => void} [onBuild] is called once if the command is a build with something to do
 */
async function runQuietly(command, onBuild = () => undefined) {
  /** @type {Buffer[]} */
  const output = [];
  const code = await run(command, { stdio: ['ignore', 'pipe', 'pipe'] }, (stream) => {
    const watch = createBuildWatch(onBuild);
    stream.on('data', (chunk) => {
      output.push(chunk);
      watch(String(chunk));
    });
  });
  if (stoppedBy) process.exit(128 + constants.signals[stoppedBy]);
  if (code === 0) return;
  process.stderr.write(Buffer.concat(output));
  throw new Error(`this failed with exit code ${code}: ${command.join(' ')}`);
}

/** @param {NodeJS.Signals} signal */
function signalGroup(signal) {
  if (child?.pid === undefined || child.exitCode !== null) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // The group ended between the check and the call.
  }
}

function findNode() {
  const bundled = join(root, 'node_modules', '.bin', 'node');
  const starts = spawnSync(bundled, ['--version']).status === 0;
  const chosen = chooseNode({
    bundled: starts ? bundled : undefined,
    current: process.execPath,
    version: process.version,
  });
  // The tools would find it before the Node of the machine.
  if (!starts) rmSync(bundled, { force: true });
  return chosen;
}

/** @returns {[name: string, content: string][]} */
function readInstallInputs() {
  const nested = ['packages', 'apps'].flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => join(folder, name)),
  );
  const manifests = ['.', 'tests', 'tests/conformance', 'bench', ...nested].map((name) =>
    join(name, 'package.json'),
  );
  return ['pnpm-lock.yaml', 'pnpm-workspace.yaml', ...manifests]
    .filter((name) => existsSync(join(root, name)))
    .map((name) => [name, read(name)]);
}

/** @param {string} name */
function read(name) {
  return readFileSync(join(root, name), 'utf8');
}

/** @param {string} text */
function say(text) {
  process.stderr.write(`parley: ${text}\n`);
}
