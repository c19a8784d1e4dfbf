import fs from 'node:fs';
import { mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { OutboxSegment } from './segment.ts';

/** Lets the disk take only the first bytes of each write. */
function limitWrites(bytes: number): void {
  const { writeSync } = fs;
  vi.spyOn(fs, 'writeSync').mockImplementation((file: number, data: unknown) =>
    writeSync(file, (data as Buffer).subarray(0, bytes)),
  );
  syncBuiltinESMExports();
}

let folder: string;
let segment: OutboxSegment;
beforeEach(async () => {
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
  limitWrites(3);
  expect(() => segment.write(line('second'))).toThrow('only a part');
  vi.restoreAllMocks();
  syncBuiltinESMExports();
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
