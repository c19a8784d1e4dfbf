// Finds or starts the services that some tests need: PostgreSQL, Redis and the browser Chromium.
//   node scripts/services.mjs     starts those that it can, prints their URLs and waits for a signal
// PARLEY_TEST_POSTGRES_URL, PARLEY_TEST_REDIS_URL and PARLEY_TEST_CHROMIUM (the path of the program) name
// existing ones. With PARLEY_SERVICES=required, or CI in the environment, missing services are installed
// where that is possible; otherwise a missing service is a failure.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { endWithRunner } from './end-with-runner.mjs';

/** @typedef {{ readonly url: string, stop(): Promise<void> }} Service */

const startMs = 120_000;
const installMs = 300_000;
const isRoot = process.getuid?.() === 0;

/** Whether a missing server is a failure. */
export function areRequired() {
  return process.env['PARLEY_SERVICES'] === 'required' || Boolean(process.env['CI']);
}

/** @returns {Promise<{ postgres?: Service, redis?: Service }>} */
export async function startServices() {
  const postgres = await provide('PostgreSQL', 'PARLEY_TEST_POSTGRES_URL', startPostgres);
  const redis = await provide('Redis', 'PARLEY_TEST_REDIS_URL', startRedis);
  return { ...(postgres && { postgres }), ...(redis && { redis }) };
}

/**
 * @param {string} name
 * @param {string} variable
 * @param {() => Promise<Service | undefined>} start
 * @returns {Promise<Service | undefined>}
 */
async function provide(name, variable, start) {
  const given = process.env[variable];
  if (given) return { url: given, stop: async () => undefined };
  const service =
    (await start()) ?? (areRequired() && install(servers) ? await start() : undefined);
  if (service !== undefined) return service;
  if (areRequired()) throw new Error(`${name} is needed and is not on this machine.`);
  say(`SKIPPED: tests on ${name}, which is not on this machine. Set ${variable} to name a server.`);
  return undefined;
}

const servers = ['postgresql', 'redis-server'];
const browser = ['chromium'];

/**
 * Finds the program of the browser.
 * @returns {string | undefined}
 */
export function findBrowser() {
  const names = ['chromium', 'chromium-browser', 'google-chrome'];
  const places = ['/Applications/Google Chrome.app/Contents/MacOS'];
  const search = () => find([...names, 'Google Chrome'], places);
  const found = process.env['PARLEY_TEST_CHROMIUM'] || search();
  if (found) return found;
  if (areRequired() && install(browser)) return search();
  if (areRequired()) throw new Error('Chromium is needed and is not on this machine.');
  say(
    'SKIPPED: tests of the console in Chromium, which is not on this machine. PARLEY_TEST_CHROMIUM names it.',
  );
  return undefined;
}

/**
 * Installs Debian packages without starting their services.
 * @param {readonly string[]} packages
 */
function install(packages) {
  if (!isRoot || !find(['apt-get'])) return false;
  say(`installing ${packages.join(' and ')}`);
  /** @type {import('node:child_process').SpawnSyncOptions} */
  const options = {
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: installMs,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  };
  const policy = '/usr/sbin/policy-rc.d';
  // Debian runs this file before it starts a service; exit code 101 forbids the start.
  const mustForbid = !existsSync(policy);
  if (mustForbid) writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    spawnSync('apt-get', ['-qq', 'update'], options);
    const words = ['-qq', 'install', '-y', '--no-install-recommends', ...packages];
    return spawnSync('apt-get', words, options).status === 0;
  } finally {
    if (mustForbid) rmSync(policy, { force: true });
  }
}

/** @returns {Promise<Service | undefined>} */
export async function startPostgres() {
  const initdb = find(['initdb'], postgresFolders());
  const server = find(['postgres'], postgresFolders());
  if (!initdb || !server) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'parley-postgres-'));
  const asUser = await lendToUser(folder);
  const data = join(folder, 'data');
  const init = ['-D', data, '-U', 'parley', '-A', 'trust', '--no-sync', '-E', 'UTF8', '--locale=C'];
  const [file = '', ...words] = [...asUser, initdb, ...init];
  const made = spawnSync(file, words, { encoding: 'utf8', timeout: startMs });
  if (made.status !== 0) throw new Error(`PostgreSQL could not be set up:\n${made.stderr}`);
  const port = await findPort();
  const settings = [
    ['-D', data, '-p', String(port), '-k', folder],
    ['-c', 'listen_addresses=127.0.0.1', '-c', 'fsync=off', '-c', 'max_connections=300'],
  ].flat();
  const url = `postgres://parley@127.0.0.1:${port}/postgres`;
  return run([...asUser, server, ...settings], { url, port, folder, signal: 'SIGINT' });
}

/** @returns {Promise<Service | undefined>} */
async function startRedis() {
  const server = find(['redis-server', 'valkey-server']);
  if (!server) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'parley-redis-'));
  const port = await findPort();
  const address = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder];
  const words = [server, ...address, '--save', '', '--appendonly', 'no'];
  return run(words, { url: `redis://127.0.0.1:${port}`, port, folder, signal: 'SIGTERM' });
}

/**
 * Starts a server and waits for its port.
 * @param {string[]} command
 * @param {{ url: string, port: number, folder: string, signal: NodeJS.Signals }} options
 * @returns {Promise<Service>}
 */
async function run([file = '', ...words], { url, port, folder, signal }) {
  const child = spawn(file, words, { stdio: 'ignore', detached: true });
  endWithRunner(child, folder);
  const ended = once(child, 'exit');
  const stop = async () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, signal);
    } catch {
      // The server has already ended.
    }
    await Promise.race([ended, wait(startMs, undefined, { ref: false })]);
    rmSync(folder, { recursive: true, force: true });
  };
  for (const limit = Date.now() + startMs; Date.now() < limit; await wait(50)) {
    if (child.exitCode !== null) break;
    if (await answers(port)) return { url, stop };
  }
  await stop();
  throw new Error(`${file} did not start.`);
}

/** PostgreSQL refuses to run as root, so another user gets its folder. @param {string} folder */
async function lendToUser(folder) {
  if (!isRoot) return [];
  const user = spawnSync('id', ['-u', 'postgres'], { encoding: 'utf8' });
  const name = user.status === 0 ? 'postgres' : 'nobody';
  const id = Number(spawnSync('id', ['-u', name], { encoding: 'utf8' }).stdout);
  chownSync(folder, id, id);
  return ['runuser', '-u', name, '--'];
}

/** Debian installs the programs of the server outside `PATH`, with one folder per version. */
function postgresFolders() {
  const root = '/usr/lib/postgresql';
  if (!existsSync(root)) return [];
  const versions = readdirSync(root).sort((a, b) => Number(b) - Number(a));
  return versions.map((version) => join(root, version, 'bin'));
}

/**
 * @param {string[]} names
 * @param {string[]} [folders]
 */
function find(names, folders = []) {
  const path = (process.env['PATH'] ?? '').split(delimiter);
  const places = [...folders, ...path, '/usr/sbin', '/usr/bin'];
  return places.flatMap((folder) => names.map((name) => join(folder, name))).find(existsSync);
}

/** @returns {Promise<number>} */
async function findPort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('There is no free port.');
  return address.port;
}

/**
 * @param {number} port
 * @returns {Promise<boolean>}
 */
function answers(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => {
      resolve(false);
    });
  });
}

/** @param {string} text */
function say(text) {
  process.stderr.write(`services: ${text}\n`);
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const services = await startServices();
  if (services.postgres)
    process.stdout.write(`PARLEY_TEST_POSTGRES_URL=${services.postgres.url}\n`);
  if (services.redis) process.stdout.write(`PARLEY_TEST_REDIS_URL=${services.redis.url}\n`);
  const alive = setInterval(() => undefined, 60_000);
  const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
  await Promise.race(signals.map((signal) => once(process, signal)));
  clearInterval(alive);
  await Promise.all([services.postgres?.stop(), services.redis?.stop()]);
}
