/** Parley on Node, Bun and Deno, with a key that has limits or one that has none. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { makeAdminToken, recipes } from '../../../scripts/serving.mjs';
import type { Address, Call, Format } from '../calls.ts';
import {
  cores,
  findFreePort,
  isEmulated,
  startLimitMs,
  startProgram,
  type RunningProgram,
} from '../processes.ts';
import type { Place, RunningSubject, Subject } from '../subject.ts';

export interface ParleySettings {
  readonly id: string;
  readonly title: string;
  readonly runtime: 'node' | 'bun' | 'deno-deploy';
  /** Whether money, requests and tokens of its key are limited, at amounts that no measurement reaches. */
  readonly isLimited: boolean;
  /** Entries of its configuration file, besides upstreams and prices. */
  readonly configuration?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** The cores that it may use, as a list for `taskset`; by default that of all subjects. */
  readonly cores?: string;
}

const limits = {
  quota: { amount: '1000000', reset: 'month' },
  requests_per_minute: 1_000_000_000,
  tokens_per_minute: 1_000_000_000,
} as const;

/** In an emulator the event loop is always late, which must not be taken for an overload. */
const patience = 'overload: { event_loop_delay: 60 }\n';

const models: Readonly<Record<Format, string>> = { chat: 'tide', messages: 'swell' };

export function createParley(settings: ParleySettings): Subject {
  return {
    id: settings.id,
    title: settings.title,
    version: () => {
      for (const file of commandOf(settings).filter((word) => word.startsWith('/'))) {
        if (!existsSync(file)) throw new Error('not built');
      }
      return readVersion(settings);
    },
    start: (place) => startParley(settings, place),
  };
}

/** The name and the version of the runtime. */
function readVersion(settings: ParleySettings): string {
  const { runtime } = settings;
  if (runtime === 'node') return `Node ${process.versions.node}`;
  const [program = ''] = commandOf(settings);
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  // Bun writes the number alone, Deno more than its version: `deno 2.9.6 (stable, release, …)`.
  const [number = 'unknown'] = /\d+\.\d+\.\d+/.exec(stdout) ?? [];
  return `${{ bun: 'Bun', 'deno-deploy': 'Deno' }[runtime]} ${number}`;
}

function commandOf({ runtime }: ParleySettings): readonly string[] {
  return recipes[runtime]?.command ?? [];
}

async function startParley(settings: ParleySettings, place: Place): Promise<RunningSubject> {
  const { folder, upstreamPort } = place;
  const port = await findFreePort();
  const adminToken = readOnce(join(folder, 'admin-token'), makeAdminToken);
  const files = locateFiles(folder);
  mkdirSync(dirname(files.PARLEY_CONFIG), { recursive: true });
  const entries = [configure(upstreamPort), settings.configuration, isEmulated() && patience];
  writeFileSync(files.PARLEY_CONFIG, entries.filter(Boolean).join(''));
  const command = commandOf(settings);
  const program = startProgram({
    command,
    folder,
    core: settings.cores ?? cores.subject,
    environment: {
      ...files,
      PARLEY_HOST: '127.0.0.1',
      PARLEY_PORT: String(port),
      PARLEY_ADMIN_TOKEN: adminToken,
      // A cache that persists, so that only the first start compiles.
      ...(settings.runtime === 'deno-deploy' && { DENO_DIR: join(folder, 'deno') }),
      ...settings.environment,
    },
  });
  const keyFile = join(folder, 'key');
  if (!existsSync(keyFile)) {
    const create = (): Promise<string> => createKey(port, adminToken, settings.isLimited);
    writeFileSync(keyFile, await repeatUntilReady(create, program));
  }
  const key = readFileSync(keyFile, 'utf8');
  return { ...program, address: addressOf(port, key) };
}

/** The variables that say where a gateway in this folder has its files, for its commands, too. */
export function locateFiles(
  folder: string,
): Readonly<Record<'PARLEY_CONFIG' | 'PARLEY_DATA', string>> {
  return {
    // The folder of the file is watched, so nothing else is written there.
    PARLEY_CONFIG: join(folder, 'configuration', 'parley.yaml'),
    PARLEY_DATA: join(folder, 'data'),
  };
}

function addressOf(port: number, key: string): RunningSubject['address'] {
  const headers: Readonly<Record<Format, Address['headers']>> = {
    chat: { authorization: `Bearer ${key}` },
    messages: { 'x-api-key': key },
  };
  return ({ client, upstream }: Call) => ({
    port,
    model: models[upstream],
    headers: headers[client],
  });
}

function readOnce(path: string, create: () => string): string {
  if (!existsSync(path)) writeFileSync(path, create());
  return readFileSync(path, 'utf8');
}

/** Two upstreams, each with one priced model. */
function configure(upstreamPort: number): string {
  const price = 'input: 1, output: 2';
  return `upstreams:
  rack:
    provider: openai-compatible
    base_url: http://127.0.0.1:${upstreamPort}/v1
    credential: none
    models: [${models.chat}]
  shelf:
    provider: anthropic-compatible
    base_url: http://127.0.0.1:${upstreamPort}
    credential: none
    models: [${models.messages}]
prices:
  - { match: 'rack/*', ${price} }
  - { match: 'shelf/*', ${price} }
`;
}

/** Creates a key through the admin API. Returns its secret. */
export async function createKey(
  port: number,
  adminToken: string,
  isLimited: boolean,
): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/admin/v1/keys`, {
    method: 'POST',
    headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'bench', ...(isLimited && { limits }) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`The key could not be created: ${text}`);
  return (JSON.parse(text) as { readonly secret: string }).secret;
}

async function repeatUntilReady<Value>(
  work: () => Promise<Value>,
  program: RunningProgram,
): Promise<Value> {
  for (const limit = Date.now() + startLimitMs(); ;) {
    try {
      return await work();
    } catch (error) {
      const hasEnded = program.exitCode() !== null;
      if (hasEnded) throw new Error(`it ended: ${joinLines(program.output())}`, { cause: error });
      if (Date.now() > limit) throw new Error(joinLines(program.output()), { cause: error });
      await wait(20);
    }
  }
}

function joinLines(text: string): string {
  return text
    .trim()
    .replaceAll(/\s*\n\s*/g, '; ')
    .slice(0, 300);
}
