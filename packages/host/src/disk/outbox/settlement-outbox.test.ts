import fs from 'node:fs';
import { appendFile, mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeSettlement, type Settlement } from '@parley/core';
import { createRecord } from '@parley/core/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSettlementOutbox } from './settlement-outbox.ts';

/** Milliseconds after which what is waited for will never come, also on a busy machine. */
const patienceMs = 30_000;

let folder: string;
let log: string[];
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'parley-outbox-')), 'outbox');
  log = [];
});
afterEach(() => rm(join(folder, '..'), { recursive: true }));

const open = (spare?: number) => {
  const note = (_level: string, message: string, fields: unknown) => {
    log.push(`${message} ${JSON.stringify(fields)}`);
  };
  const outbox = createSettlementOutbox(folder, note, spare);
  const add = (settlement: Settlement) =>
    outbox.append(settlement.record.id, encodeSettlement(settlement));
  return Object.assign(outbox, { add });
};

function settlementOf(id: string, startedAt: number): Settlement {
  return {
    record: createRecord({
      ...{ id, keyId: 'k', accountId: 'a', callName: 'grüße 🎉', startedAt },
      ...{ listNanoUsd: 1, chargedNanoUsd: 1, pricing: 'priced' },
    }),
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
  await open().add(old);
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
  await open().add(old as Settlement);
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
  await next.remove(['one']);
  expect(await readdir(oldFolder)).toEqual([]);
});

test('no folder is created before the first settlement', async () => {
  const outbox = open();
  expect(await outbox.readLeft()).toEqual([]);
  await outbox.close();
  await expect(stat(folder)).rejects.toThrow('ENOENT');
});

test('the next process reads the settlements of two others, in the order of their start, and removes them', async () => {
  const first = open();
  const second = open();
  await Promise.all([first.add(three), second.add(two), first.add(one)]);
  const next = open();
  expect(await next.readLeft()).toEqual([one, two, three]);
  await next.remove(['one', 'two']);
  expect(await readdir(folder)).toHaveLength(1);
  await next.remove(['three']);
  expect(await readdir(folder)).toEqual([]);
  expect(log).toEqual([]);
});

test('only its owner can read it', async () => {
  await open().add(one);
  const [name = ''] = await readdir(folder);
  expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
});

test('a running process whose file another has taken over writes to a new one', async () => {
  const living = open();
  await living.add(one);
  const next = open();
  expect(await next.readLeft()).toEqual([one]);
  await living.add(two);
  await next.remove(['one']);
  expect(await open().readLeft()).toEqual([two]);
});

test('a settlement that is written while another process reads is in the file of one of them', async () => {
  const living = open();
  const ids: string[] = [];
  const found = new Set<string>();
  for (let serial = 0; serial < 200; serial += 1) {
    const id = String(serial);
    const written = living.add(settlementOf(id, serial));
    const next = open();
    const [left] = await Promise.all([next.readLeft(), written]);
    for (const { record } of left) found.add(record.id);
    await next.remove(left.map(({ record }) => record.id));
    ids.push(id);
  }
  for (const { record } of await open().readLeft()) found.add(record.id);
  expect([...found].sort()).toEqual(ids.sort());
});

test('two processes that read at the same time leave nothing unread', async () => {
  const dead = open();
  await dead.add(one);
  const readers = [open(), open(), open()];
  const left = await Promise.all(readers.map((reader) => reader.readLeft()));
  expect(left.flat()).toContainEqual(one);
  for (const [index, reader] of readers.entries()) {
    await reader.remove((left[index] ?? []).map(({ record }) => record.id));
  }
  expect(await readdir(folder)).toEqual([]);
});

test('what a reader could not settle is left for the next one', async () => {
  await open().add(one);
  const failing = open();
  expect(await failing.readLeft()).toEqual([one]);
  await failing.close();
  expect(await open().readLeft()).toEqual([one]);
});

test('what was removed is not read again, and a shutdown leaves no file', async () => {
  const outbox = open();
  await Promise.all([outbox.add(one), outbox.add(two)]);
  await outbox.remove(['one', 'two']);
  await outbox.add(three);
  expect(await readdir(folder)).toHaveLength(1);
  await outbox.remove(['three']);
  await outbox.close();
  expect(await readdir(folder)).toEqual([]);
});

test('its files stay small while settlements come and go, and none is lost when the process is killed', async () => {
  const outbox = open();
  const large = (serial: number) => {
    const settlement = settlementOf(String(serial), serial);
    return { ...settlement, record: { ...settlement.record, callName: 'x'.repeat(10_000) } };
  };
  for (let serial = 0; serial < 200; serial += 1) {
    await outbox.add(large(serial));
    if (serial >= 5) await outbox.remove([String(serial - 5)]);
  }
  const sizes = (await readdir(folder)).map((name) => fs.statSync(join(folder, name)).size);
  expect(sizes.length).toBeLessThanOrEqual(3);
  expect(Math.max(...sizes)).toBeLessThan(400_000);
  const left = (await open().readLeft()).map(({ record }) => record.id);
  expect(left.slice(-5)).toEqual(['195', '196', '197', '198', '199']);
});

test('settlements that end in one turn share a write, and each is read', async () => {
  const outbox = open();
  const all = Array.from({ length: 50 }, (_, serial) => settlementOf(String(serial), serial));
  await Promise.all(all.map((settlement) => outbox.add(settlement)));
  expect(await readdir(folder)).toHaveLength(1);
  expect(await open().readLeft()).toEqual(all);
});

test('a settlement that is written twice is removed once', async () => {
  const outbox = open();
  await outbox.add(one);
  await outbox.add(one);
  await outbox.remove(['one']);
  await outbox.close();
  expect(await readdir(folder)).toEqual([]);
});

test('a sync has nothing to do before the first settlement', async () => {
  await open().sync();
  await expect(stat(folder)).rejects.toThrow('ENOENT');
});

test('what is written during a sync waits for no disk: it goes to another file', async () => {
  const outbox = open();
  await outbox.add(one);
  const synced = outbox.sync();
  await outbox.add(two);
  await synced;
  expect(await readdir(folder)).toHaveLength(2);
  for (let serial = 0; serial < 10; serial += 1) {
    await outbox.add(settlementOf(String(serial), serial));
    await outbox.sync();
  }
  expect(await readdir(folder)).toHaveLength(2);
  expect(await open().readLeft()).toHaveLength(12);
});

test('damaged and truncated lines are skipped and logged', async () => {
  await open().add(one);
  const [name = ''] = await readdir(folder);
  await appendFile(join(folder, name), 'ffffffff {"record":{}}\n12345678 {"rec');
  await writeFile(join(folder, 'other.txt'), 'no outbox');
  expect(await open().readLeft()).toEqual([one]);
  expect(log).toHaveLength(1);
  expect(log[0]).toContain('"damaged":2');
});

test.each(['{"v":9}', '{"record":{}}', 'null', '[1]'])(
  'the line %s of another version keeps its file, and nothing else from being settled',
  async (line) => {
    const former = open();
    await former.append('future', line);
    await former.add(one);
    const next = open();
    expect(await next.readLeft()).toEqual([one]);
    expect(log).toEqual([expect.stringMatching(/Another version wrote .*"unknown":1/)]);
    await next.remove(['one']);
    await next.close();
    expect(await readdir(folder)).toHaveLength(1);
  },
);

test('a failed write rejects', async () => {
  await writeFile(folder, 'a file where the folder should be');
  await expect(open().add(one)).rejects.toThrow();
});

test('a closed outbox takes nothing more', async () => {
  const outbox = open();
  await outbox.add(one);
  await outbox.close();
  await expect(outbox.add(two)).rejects.toThrow('The outbox is closed.');
  expect(await open().readLeft()).toMatchObject([{ record: { id: 'one' } }]);
});

/** Lets files not grow, as on a full disk. What is written over is written. */
function fillDisk(): () => void {
  const { writeSync } = fs;
  const write = (file: number, data: Buffer, ...place: [number?, number?, number?]): number => {
    if (place.length > 0) return writeSync(file, data, ...place);
    throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  };
  vi.spyOn(fs, 'writeSync').mockImplementation(write as typeof writeSync);
  syncBuiltinESMExports();
  return () => {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  };
}

const spareBytes = 8_000;

/** An outbox with a spare file and one settlement. */
async function openWithSpare() {
  const outbox = open(spareBytes);
  await outbox.add(one);
  await vi.waitFor(async () => {
    const sizes = (await readdir(folder)).map((name) => fs.statSync(join(folder, name)).size);
    expect(sizes).toContain(spareBytes);
  }, patienceMs);
  return outbox;
}

test('a full disk takes settlements until the spare file is full, and the next process reads them', async () => {
  const outbox = await openWithSpare();
  const free = fillDisk();
  try {
    await outbox.add(two);
    await outbox.sync();
    await outbox.add(three);
    const more = Array.from({ length: 20 }, (_, serial) => settlementOf(`more ${serial}`, 9));
    await expect(Promise.all(more.map((each) => outbox.add(each)))).rejects.toThrow('no space');
    const next = open(spareBytes);
    expect(await next.readLeft()).toEqual([one, two, three]);
    await next.add(settlementOf('four', 4));
    const command = open();
    expect(await command.readLeft()).toHaveLength(4);
    await command.remove(['one', 'two', 'three', 'four']);
    await next.add(settlementOf('five', 5));
    await next.close();
    const left = await open(spareBytes).readLeft();
    expect(left.map(({ record }) => record.id)).toEqual(['two', 'three', 'four', 'five']);
  } finally {
    free();
  }
  expect(log.filter((each) => each.includes('uses its spare file'))).toHaveLength(2);
});

test('a spare file with a line of another version is kept, and not written over', async () => {
  const outbox = await openWithSpare();
  const free = fillDisk();
  try {
    await outbox.append('future', '{"v":9}');
    const next = open(spareBytes);
    expect(await next.readLeft()).toEqual([one]);
    await next.remove(['one']);
    await next.close();
    expect(await readdir(folder)).toEqual([expect.stringMatching(/spare$/)]);
  } finally {
    free();
  }
  expect(log.at(-1)).toContain('Another version wrote');
});

test('the spare file is empty again when the store has what was in it', async () => {
  const outbox = await openWithSpare();
  const free = fillDisk();
  for (let round = 0; round < 20; round += 1) {
    const id = String(round);
    await outbox.add(settlementOf(id, round)).finally(() => round === 19 && free());
    await outbox.remove([id]);
  }
  await outbox.add(two);
  await outbox.remove(['one', 'two']);
  await outbox.close();
  expect(await readdir(folder)).toEqual([]);
});

test('a disk that is full again and again is logged once, and once when it has space', async () => {
  const outbox = await openWithSpare();
  const about = () => log.filter((each) => each.includes('The disk takes'));
  for (let round = 0; round < 3; round += 1) {
    const free = fillDisk();
    await outbox.add(settlementOf(`full ${String(round)}`, round)).finally(free);
    await outbox.add(settlementOf(`free ${String(round)}`, round));
  }
  expect(about()).toEqual([expect.stringContaining('uses its spare file')]);
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 10_000);
  await outbox.add(settlementOf('later', 9));
  vi.restoreAllMocks();
  expect(about().slice(1)).toEqual([expect.stringContaining('takes settlements again')]);
  await outbox.close();
});

test('a process that wrote nothing creates no spare file', async () => {
  await open().add(one);
  const command = open(spareBytes);
  await command.readLeft();
  await command.remove(['one']);
  expect(await readdir(folder)).toEqual([]);
});
