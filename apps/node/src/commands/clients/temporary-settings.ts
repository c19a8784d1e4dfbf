/** The settings that `parley run` gives a client for one run; used by `run.ts`. */
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  type Dirent,
} from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Setup } from '@parley/clients';
import { createDataFolder } from '@parley/host/disk';

type Settings = NonNullable<Setup['settings']>;

export interface WrittenSettings {
  readonly variables: Readonly<Record<string, string>>;
  remove(): void;
}

/** Writes the settings below the data folder, which only its owner can read. */
export function writeSettings({ settings }: Setup, dataFolder: string): WrittenSettings {
  if (settings === undefined) return { variables: {}, remove: () => undefined };
  createDataFolder(dataFolder);
  const folder = mkdtempSync(join(dataFolder, 'run-'));
  return {
    variables: { [settings.variable]: fillFolder(settings, folder) },
    // The entries of a home are links, which are removed without what they lead to.
    remove: () => {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Returns the path for the variable. */
function fillFolder(settings: Settings, folder: string): string {
  const { name, content, home } = settings;
  if (home === undefined) {
    const file = join(folder, name);
    writeFileSync(file, content, { mode: 0o600 });
    return file;
  }
  const own = join(process.env[settings.variable] || homedir(), home);
  const temporary = join(folder, home);
  mkdirSync(temporary, { mode: 0o700 });
  for (const entry of listFolder(own)) {
    if (entry.name === name) continue;
    const kind = entry.isDirectory() ? 'junction' : 'file';
    symlinkSync(join(own, entry.name), join(temporary, entry.name), kind);
  }
  const merged = mergeObjects(readObject(join(own, name)), JSON.parse(content) as JsonFields);
  writeFileSync(join(temporary, name), JSON.stringify(merged, null, 2), { mode: 0o600 });
  return folder;
}

function listFolder(path: string): readonly Dirent[] {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch {
    return [];
  }
}

type JsonFields = Readonly<Record<string, unknown>>;

/** The person's own settings; none if there is no such file, or it is not JSON, as one with comments. */
function readObject(path: string): JsonFields {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return isFields(value) ? value : {};
  } catch {
    return {};
  }
}

function mergeObjects(own: JsonFields, over: JsonFields): JsonFields {
  const merged = Object.entries(over).map(([name, value]) => {
    const before = Object.hasOwn(own, name) ? own[name] : undefined;
    return [name, mergeValues(before, value)];
  });
  return { ...own, ...(Object.fromEntries(merged) as JsonFields) };
}

/** Lists are joined, the person's own entries first. */
function mergeValues(before: unknown, over: unknown): unknown {
  if (Array.isArray(before) && Array.isArray(over)) {
    return [...(before as readonly unknown[]), ...(over as readonly unknown[])];
  }
  return isFields(before) && isFields(over) ? mergeObjects(before, over) : over;
}

function isFields(value: unknown): value is JsonFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
