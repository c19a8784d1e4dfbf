import { appendFile, mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Settlement } from '@parley/core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSettlementOutbox } from './settlement-outbox.ts';

let folder: string;
let log: string[];
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'parley-outbox-')), 'outbox');
  log = [];
});
afterEach(() => rm(join(folder, '..'), { recursive: true }));

const open = () =>
  createSettlementOutbox(folder, (_level, message, fields) => {
    log.push(`${message} ${JSON.stringify(fields)}`);
  });

function settlementOf(id: string, startedAt: number): Settlement {
  return {
    record: {
      id,
      keyId: 'k',
      accountId: 'a',
      group: 'default',
      endpoint: '/v1/messages',
      inbound: 'anthropic-messages',
      callName: 'grüße 🎉',
      stream: false,
      outcome: 'completed',
      status: 200,
      attempts: 1,
      attemptRecords: [],
      listNanoUsd: 1,
      chargedNanoUsd: 1,
      pricing: 'priced',
      fidelity: 'exact',
      notes: [],
      startedAt,
      durationMs: 1,
    },
    charges: [{ attempt: 1, nanoUsd: 1, listNanoUsd: 1, pricing: 'priced' }],
    limits: {},
  };
}

const [one, two, three] = [
  settlementOf('one', 1),
  settlementOf('two', 2),
  settlementOf('three', 3),
];

test('a line of an earlier version without attempts can be settled', async () => {
  const { attemptRecords: _, ...record } = one.record;
  const old = { ...one, record } as Settlement;
  await open().append(old);
  expect(await open().readLeft()).toEqual([one]);
});

test('settlements of an earlier version are read with their old names, and removed from the old folder', async () => {
  const { listNanoUsd, chargedNanoUsd, ...record } = one.record;
  const callName = String.raw`named "nanos":1`;
  const attempt = { number: 1, listNanos: 2, chargedNanos: 3 };
  const old: unknown = {
    record: {
      ...record,
      callName,
      attemptRecords: [attempt],
      listNanos: listNanoUsd,
      chargedNanos: chargedNanoUsd,
    },
    charges: [{ attempt: 1, nanos: 1, listNanos: 1, pricing: 'priced' }],
    limits: { quota: { nanos: 9, reset: 'none' } },
  };
  await open().append(old as Settlement);
  const oldFolder = join(folder, '..', 'spool');
  await mkdir(oldFolder);
  const [name = ''] = await readdir(folder);
  await rename(join(folder, name), join(oldFolder, name.replace('.outbox', '.spool')));
  const next = open();
  expect(await next.readLeft()).toEqual([
    {
      record: {
        ...one.record,
        callName,
        attemptRecords: [{ number: 1, listNanoUsd: 2, chargedNanoUsd: 3 }],
      },
      charges: one.charges,
      limits: { quota: { nanoUsd: 9, reset: 'none' } },
    },
  ]);
  await next.clear();
  expect(await readdir(oldFolder)).toEqual([]);
});

test('no folder is created before the first settlement', async () => {
  expect(await open().readLeft()).toEqual([]);
  await open().clear();
  await expect(stat(folder)).rejects.toThrow('ENOENT');
});

test('the next process reads the settlements of two others, in the order of their start, and removes them', async () => {
  const first = open();
  const second = open();
  await Promise.all([first.append(three), second.append(two), first.append(one)]);
  const next = open();
  expect(await next.readLeft()).toEqual([one, two, three]);
  await next.clear();
  expect(await readdir(folder)).toEqual([]);
  expect(log).toEqual([]);
});

test('only its owner can read it', async () => {
  await open().append(one);
  const [name = ''] = await readdir(folder);
  expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
});

test('settlements that are added after a read are not removed', async () => {
  const living = open();
  await living.append(one);
  const next = open();
  await next.readLeft();
  await living.append(two);
  await next.clear();
  expect(await open().readLeft()).toEqual([one, two]);
  await living.clear();
  expect(await open().readLeft()).toEqual([]);
});

test('a process continues after another has removed its file', async () => {
  const living = open();
  await living.append(one);
  const next = open();
  await next.readLeft();
  await next.clear();
  await living.append(two);
  expect(await open().readLeft()).toEqual([two]);
});

test('damaged and truncated lines are skipped and logged', async () => {
  await open().append(one);
  const [name = ''] = await readdir(folder);
  await appendFile(join(folder, name), 'ffffffff {"record":{}}\n12345678 {"rec');
  await writeFile(join(folder, 'other.txt'), 'no outbox');
  expect(await open().readLeft()).toEqual([one]);
  expect(log).toHaveLength(1);
  expect(log[0]).toContain('"damaged":2');
});

test('a failed write rejects', async () => {
  await writeFile(folder, 'a file where the folder should be');
  await expect(open().append(one)).rejects.toThrow();
});
