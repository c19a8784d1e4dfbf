import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { OutboxSpare } from './spare-file.ts';

let folder: string;
let spare: OutboxSpare;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-spare-'));
  spare = new OutboxSpare(folder, 64);
});
afterEach(async () => {
  await spare.close();
  await rm(folder, { recursive: true });
});

const line = (text: string) => Buffer.from(`${text}\n`);
const findPath = async () => join(folder, (await readdir(folder))[0] ?? '');
const readText = async () => (await readFile(await findPath(), 'latin1')).replace(/\0+$/, '');

test('it takes lines while there is room, in a file that keeps its size', async () => {
  expect(spare.write(line('before there is a file'))).toBe(false);
  await spare.prepare();
  expect((await stat(await findPath())).size).toBe(64);
  expect(spare.write(line('x'.repeat(30)))).toBe(true);
  expect(spare.write(line('y'.repeat(40)))).toBe(false);
  expect(spare.write(line('z'))).toBe(true);
  await spare.sync();
  expect(await readText()).toBe(`${'x'.repeat(30)}\nz\n`);
  expect((await stat(await findPath())).size).toBe(64);
});

test('after it was cleared, it has only what is written then', async () => {
  await spare.prepare();
  spare.write(line('x'.repeat(60)));
  const cleared = spare.clear();
  expect(spare.write(line('meanwhile'))).toBe(false);
  await cleared;
  expect(spare.write(line('after'))).toBe(true);
  expect(await readText()).toBe('after\n');
  expect((await stat(await findPath())).size).toBe(64);
});

test('it is created again when another process has taken over its file', async () => {
  await spare.prepare();
  await rename(await findPath(), join(folder, 'other'));
  expect(spare.write(line('for nobody'))).toBe(false);
  await spare.prepare();
  await rm(join(folder, 'other'));
  expect(spare.write(line('again'))).toBe(true);
  expect(await readText()).toBe('again\n');
});

test('it is not created where the disk has too little space, nor tried again at once', async () => {
  const huge = new OutboxSpare(folder, 2 ** 52);
  await expect(huge.prepare()).rejects.toThrow('too little space');
  await huge.prepare();
  expect(huge.write(line('x'))).toBe(false);
  expect(await readdir(folder)).toEqual([]);
});

test('the next process goes on behind the last line that is whole', async () => {
  await spare.prepare();
  spare.write(line('first'));
  spare.write(Buffer.from('half a line'));
  const path = join(folder, randomUUID());
  await rename(await findPath(), path);
  const next = new OutboxSpare(folder, 64);
  expect(next.adopt({ path, settlements: [], hasUnknown: false, bytes: 64, end: 6 })).toBe(true);
  await next.prepare();
  expect(next.write(line('the second'))).toBe(true);
  expect(await readText()).toBe('first\nthe second\n');
  await next.remove();
  expect(await readdir(folder)).toEqual([]);
});

test('it adopts neither a file of another size nor a second one', async () => {
  await spare.prepare();
  const left = { path: await findPath(), settlements: [], hasUnknown: false, bytes: 64, end: 0 };
  expect(spare.adopt(left)).toBe(false);
  const next = new OutboxSpare(folder, 64);
  expect(next.adopt({ ...left, bytes: 63 })).toBe(false);
});
