import { mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { OutboxSegment } from './outbox-segment.ts';

/** How many bytes the disk takes of the next write; undefined for all of them. */
const disk = vi.hoisted(() => ({ takes: undefined as number | undefined }));
vi.mock('node:fs', async (original) => {
  const files = await original<typeof import('node:fs')>();
  const writeSync = (file: number, bytes: Buffer): number =>
    files.writeSync(file, bytes.subarray(0, disk.takes));
  return { ...files, writeSync };
});

let folder: string;
let segment: OutboxSegment;
beforeEach(async () => {
  disk.takes = undefined;
  folder = await mkdtemp(join(tmpdir(), 'parley-segment-'));
  segment = new OutboxSegment(join(folder, 'one'));
});
afterEach(async () => {
  await segment.close();
  await rm(folder, { recursive: true });
});

const line = (text: string) => Buffer.from(`${text}\n`);

test('a disk that takes only a part of a write damages neither that line nor the next', async () => {
  segment.write(line('first'));
  disk.takes = 3;
  expect(() => segment.write(line('second'))).toThrow('only a part');
  disk.takes = undefined;
  segment.write(line('third'));
  expect(await readFile(join(folder, 'one'), 'utf8')).toBe('first\nthird\n');
});

test('a write tells when another process has taken over the file', async () => {
  expect(segment.write(line('first'))).toBe(true);
  await rename(join(folder, 'one'), join(folder, 'other'));
  expect(segment.write(line('second'))).toBe(false);
});

test('an emptied file is written from its beginning', async () => {
  segment.write(line('first'));
  await segment.clear();
  expect(segment.bytes).toBe(0);
  segment.write(line('second'));
  expect(await readFile(join(folder, 'one'), 'utf8')).toBe('second\n');
});
