/** Installs agents from the npm registry, in pinned versions; used before trials. */
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { AgentName } from './agent.ts';
import pinned from './packages.json' with { type: 'json' };
import { runBounded } from './bounded-process.ts';

const cache = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'parley-agents');
const patienceMs = 600_000;

/** The pinned version of an agent. */
export function versionOf(agent: AgentName): string {
  return pinned.packages[agent].version;
}

/**
 * Installs an agent's pinned package into a cache outside the repository, once. Install scripts do not run, and
 * all dependencies are at least as old as the pinned day.
 * @returns the folder that holds its `node_modules`
 */
export async function installAgent(agent: AgentName): Promise<string> {
  const { name, version } = pinned.packages[agent];
  const folder = join(cache, `${agent}-${version}`);
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}.unfinished-${process.pid}`;
  await mkdir(unfinished, { recursive: true });
  try {
    await install(`${name}@${version}`, unfinished);
    await rename(unfinished, folder);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  return folder;
}

async function install(specifier: string, folder: string): Promise<void> {
  const rules = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-save'];
  const place = [`--prefix=${folder}`, `--before=${pinned.publishedBefore}`];
  const { code, output } = await runBounded({
    file: 'npm',
    arguments: ['install', ...rules, ...place, specifier],
    folder,
    environment: process.env,
    patienceMs,
  });
  if (code !== 0) throw new Error(`${specifier} could not be installed:\n${output}`);
}
