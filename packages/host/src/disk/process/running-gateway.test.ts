import fs, { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { findRunningGateway, noteGateway } from './running-gateway.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-running-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

const lines: string[] = [];
const log = (_level: string, message: string): void => void lines.push(message);
const url = 'http://127.0.0.1:9000';

it('finds a gateway while it runs, also in a folder that did not exist', () => {
  const data = join(folder, 'data');
  const remove = noteGateway(data, url, log);
  expect(findRunningGateway(data)).toEqual({ url, pid: process.pid });
  remove();
  expect(findRunningGateway(data)).toBeUndefined();
  expect(readdirSync(data)).toEqual([]);
});

it.each([
  ['nothing', undefined],
  ['half a note', '{"url":"http:'],
  ['another value', 'null'],
  ['no address', `{"url":"x","pid":${String(process.pid)}}`],
  ['a process that ended', `{"url":"${url}","pid":4194305}`],
  ['a group of processes', `{"url":"${url}","pid":0.5}`],
])('finds none by %s', (_what, content) => {
  if (content !== undefined) writeFileSync(join(folder, 'gateway.json'), content);
  expect(findRunningGateway(folder)).toBeUndefined();
});

it('leaves the note of another gateway', () => {
  const remove = noteGateway(folder, url, log);
  writeFileSync(join(folder, 'gateway.json'), `{"url":"${url}","pid":1}`);
  remove();
  expect(findRunningGateway(folder)).toEqual({ url, pid: 1 });
});

it('logs when the note cannot be written', () => {
  writeFileSync(join(folder, 'file'), '');
  noteGateway(join(folder, 'file'), url, log)();
  expect(lines).toEqual(['Commands cannot find this gateway by its data folder.']);
});

it('logs when the note cannot be removed, so that the gateway stops all the same', () => {
  lines.length = 0;
  const remove = noteGateway(folder, url, log);
  vi.spyOn(fs, 'rmSync').mockImplementation(() => {
    throw new Error('EROFS: read-only file system');
  });
  syncBuiltinESMExports();
  try {
    remove();
  } finally {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  }
  expect(lines).toEqual(['The note of this gateway stays in its data folder.']);
});
