import { randomUUID } from 'node:crypto';
import { createKeySecret, type KeyRecord } from '@parley/core';
import { defineCommand } from 'citty';
import { loadAll } from '../configuration/loader.ts';
import type { Environment } from '../configuration/substitution.ts';
import { findDataFolder } from '../start/data-folder.ts';
import { chooseGroup } from '../start/first-secrets.ts';
import { CommandError, exitCodes, runSafely } from './failure.ts';
import { commonOptions, jsonOption } from './options.ts';
import { useStore } from './store.ts';
import { refuseUnknown } from './strict.ts';

const dayMs = 86_400_000;

const createOptions = {
  ...commonOptions,
  ...jsonOption,
  name: { type: 'string', description: 'What the key is for', default: 'key' },
  group: { type: 'string', description: 'The group it is bound to' },
  expires: { type: 'string', description: 'Days until it expires; never', valueHint: 'days' },
} as const;

export const createKey = defineCommand({
  meta: { name: 'parley keys create', description: 'Create a key; its secret is shown only now' },
  args: createOptions,
  run: ({ args }) =>
    runSafely(async () => {
      refuseUnknown(createOptions, args);
      const environment = chooseEnvironment(args.data);
      const group = findGroup(args.group, args.config, environment);
      const { secret, ...stored } = await createKeySecret();
      const createdAt = Date.now();
      const expiresAt = parseExpiry(args.expires, createdAt);
      const key: KeyRecord = {
        id: randomUUID(),
        ...stored,
        name: args.name,
        group,
        createdAt,
        ...(expiresAt !== undefined && { expiresAt }),
        disabled: false,
      };
      await useStore(environment, (store) => store.addKey(key));
      if (args.json) {
        writeJson({ ...describeKey(key), secret });
        return;
      }
      process.stdout.write(`${secret}\n`);
      process.stderr.write(`This is the only time it is shown. Its id is ${key.id}.\n`);
    }),
});

const listOptions = { data: commonOptions.data, ...jsonOption } as const;

export const listKeys = defineCommand({
  meta: { name: 'parley keys list', description: 'List keys, newest first' },
  args: listOptions,
  run: ({ args }) =>
    runSafely(async () => {
      refuseUnknown(listOptions, args);
      const keys = await useStore(chooseEnvironment(args.data), (store) => store.listKeys());
      if (args.json) writeJson(keys.map(describeKey));
      else process.stdout.write(formatKeys(keys));
    }),
});

const disableOptions = {
  id: { type: 'positional', description: 'The id that `parley keys list` shows', required: true },
  data: commonOptions.data,
} as const;

export const disableKey = defineCommand({
  meta: { name: 'parley keys disable', description: 'Refuse a key from now on' },
  args: disableOptions,
  run: ({ args }) =>
    runSafely(async () => {
      refuseUnknown(disableOptions, args);
      const { id } = args;
      const found = await useStore(chooseEnvironment(args.data), (store) =>
        store.setKeyDisabled(id, true),
      );
      if (!found) throw new CommandError('There is no key with this id.', exitCodes.notFound);
      process.stderr.write('The key is disabled.\n');
    }),
});

export const keysCommand = defineCommand({
  meta: { name: 'parley keys', description: 'Create, list and disable keys' },
  subCommands: { create: createKey, list: listKeys, disable: disableKey },
});

function chooseEnvironment(data: string | undefined): Environment {
  return data === undefined ? process.env : { ...process.env, PARLEY_DATA: data };
}

/** A key of a group that does not exist could never be used. */
function findGroup(
  asked: string | undefined,
  requested: string | undefined,
  environment: Environment,
): string {
  const dataFolder = findDataFolder(environment);
  const find = { requested, environment, workingFolder: process.cwd(), dataFolder };
  const { configuration } = loadAll(find);
  const group = asked ?? chooseGroup(configuration);
  const names = Object.keys(configuration.groups);
  const known = names.length > 0 ? names : ['default'];
  if (known.includes(group)) return group;
  const advice = `There are: ${known.join(', ')}.`;
  throw new CommandError(`There is no group "${group}". ${advice}`, exitCodes.notFound);
}

function parseExpiry(days: string | undefined, createdAt: number): number | undefined {
  if (days === undefined) return undefined;
  if (/^[1-9]\d{0,4}$/.test(days)) return createdAt + Number(days) * dayMs;
  throw new CommandError(`"${days}" is no number of days; use 1 to 99999.`);
}

function describeKey(key: KeyRecord): Readonly<Record<string, unknown>> {
  return {
    id: key.id,
    display: key.display,
    name: key.name,
    group: key.group,
    created_at: new Date(key.createdAt).toISOString(),
    expires_at: key.expiresAt === undefined ? null : new Date(key.expiresAt).toISOString(),
    disabled: key.disabled,
  };
}

function formatKeys(keys: readonly KeyRecord[]): string {
  if (keys.length === 0) return 'There are no keys yet; `parley keys create` makes one.\n';
  const rows = keys.map((key) => [
    key.id,
    key.display,
    key.group,
    new Date(key.createdAt).toISOString().slice(0, 10),
    describeState(key),
    key.name,
  ]);
  const table = [['id', 'key', 'group', 'created', 'state', 'name'], ...rows];
  const widths = [0, 1, 2, 3, 4].map((column) =>
    Math.max(...table.map((row) => row[column]?.length ?? 0)),
  );
  const lines = table.map((row) =>
    row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '),
  );
  return `${lines.join('\n')}\n`;
}

function describeState({ disabled, expiresAt }: KeyRecord): string {
  if (disabled) return 'disabled';
  return expiresAt !== undefined && expiresAt <= Date.now() ? 'expired' : 'active';
}

function writeJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, undefined, 2)}\n`);
}
