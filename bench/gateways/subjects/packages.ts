/** Other gateways from npm, installed with pinned versions when they are measured. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import type { Call } from '../calls.ts';
import { cores, findFreePort, startProgram } from '../processes.ts';
import type { RunningSubject, Subject } from '../subject.ts';

const versions = {
  '@portkey-ai/gateway': '1.15.2',
  '@musistudio/claude-code-router': '2.0.0',
} as const;
type PackageName = keyof typeof versions;

/** Versions of what the packages depend on. With the latest `@hono/node-server`, Portkey streams nothing. */
const overrides = { '@hono/node-server': '1.3.3' };

const installMs = 180_000;

/** Installs a package once for every run on this machine. Returns its folder. */
function install(name: PackageName): string {
  const wanted = `${name}@${versions[name]}`;
  const folder = join(tmpdir(), `parley-bench-${wanted.replaceAll(/[^a-z0-9.]+/g, '-')}`);
  const installed = join(folder, 'node_modules', name);
  if (existsSync(join(folder, 'installed'))) return installed;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, overrides }));
  const words = ['install', '--no-audit', '--no-fund', '--ignore-scripts', wanted];
  const options = { cwd: folder, encoding: 'utf8', timeout: installMs } as const;
  if (spawnSync('npm', words, options).status !== 0) throw new Error('npm cannot install it here');
  writeFileSync(join(folder, 'installed'), wanted);
  return installed;
}

function versionOf(name: PackageName): string {
  install(name);
  return `${name} ${versions[name]}, Node ${process.versions.node}`;
}

export const portkey: Subject = {
  id: 'portkey',
  title: 'Portkey',
  version: () => versionOf('@portkey-ai/gateway'),
  start: async ({ folder, upstreamPort }) => {
    const port = await findFreePort();
    const entry = join(install('@portkey-ai/gateway'), 'build', 'start-server.js');
    const command = [process.execPath, entry, `--port=${port}`, '--headless'];
    const program = startProgram({ command, folder, core: cores.subject });
    return { ...program, address: (call) => addressPortkey(call, port, upstreamPort) };
  },
};

/** Headers name the provider; a client of the messages format is served by that provider only. */
function addressPortkey(
  { client, upstream }: Call,
  port: number,
  upstreamPort: number,
): ReturnType<RunningSubject['address']> {
  if (client === 'messages' && upstream === 'chat') return 'does not translate this way';
  const base = `http://127.0.0.1:${upstreamPort}/v1`;
  const provider = upstream === 'chat' ? 'openai' : 'anthropic';
  return {
    port,
    model: 'tide',
    headers: {
      authorization: 'Bearer none',
      'x-api-key': 'none',
      'x-portkey-provider': provider,
      'x-portkey-custom-host': base,
    },
  };
}

export const claudeCodeRouter: Subject = {
  id: 'claude-code-router',
  title: 'claude-code-router',
  version: () => versionOf('@musistudio/claude-code-router'),
  start: async ({ folder, upstreamPort }) => {
    const port = await findFreePort();
    const home = join(folder, '.claude-code-router');
    mkdirSync(home, { recursive: true });
    writeFileSync(join(home, 'config.json'), configureRouter(port, upstreamPort));
    const entry = join(install('@musistudio/claude-code-router'), 'dist', 'cli.js');
    const environment = { SERVICE_PORT: String(port) };
    const command = [process.execPath, entry, 'start'];
    const program = startProgram({ command, folder, core: cores.subject, environment });
    return { ...program, address: (call) => addressRouter(call, port) };
  },
};

function configureRouter(port: number, upstreamPort: number): string {
  return JSON.stringify({
    PORT: port,
    LOG: false,
    NON_INTERACTIVE_MODE: true,
    Providers: [
      {
        name: 'rack',
        api_base_url: `http://127.0.0.1:${upstreamPort}/v1/chat/completions`,
        api_key: 'none',
        models: ['tide'],
      },
    ],
    Router: { default: 'rack,tide' },
  });
}

function addressRouter(
  { client, upstream }: Call,
  port: number,
): ReturnType<RunningSubject['address']> {
  if (client !== 'messages') return 'serves clients of the messages format only';
  if (upstream !== 'chat') return 'is set up for a chat completions upstream';
  return { port, model: 'rack,tide', headers: { 'x-api-key': 'none' } };
}
