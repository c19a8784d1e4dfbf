import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { FileWatch } from './file-watch.ts';

function openFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'parley-watch-'));
  mkdirSync(join(folder, 'secrets'));
  const onChange = vi.fn();
  const log = vi.fn();
  const watch = new FileWatch(log, onChange);
  onTestFinished(() => {
    watch.close();
    rmSync(folder, { recursive: true });
  });
  const write = (name: string) => {
    writeFileSync(join(folder, name), String(Math.random()));
  };
  return { folder, watch, write, onChange, log };
}

/** Longer than changes are collected for. */
const quiet = () => new Promise((resolve) => setTimeout(resolve, 600));

it('reports changes of the files that it follows once, whatever their folder is', async () => {
  const { folder, watch, write, onChange } = openFolder();
  watch.follow([join(folder, 'a'), join(folder, 'secrets', 'b')]);
  write('other');
  await quiet();
  expect(onChange).not.toHaveBeenCalled();
  write('a');
  write('a');
  await vi.waitFor(() => expect(onChange).toHaveBeenCalledOnce(), 10_000);
  write(join('secrets', 'b'));
  await vi.waitFor(() => expect(onChange).toHaveBeenCalledTimes(2), 10_000);
});

it('follows other files from then on', async () => {
  const { folder, watch, write, onChange } = openFolder();
  watch.follow([join(folder, 'a'), join(folder, 'secrets', 'b')]);
  watch.follow([join(folder, 'c')]);
  write('a');
  write(join('secrets', 'b'));
  await quiet();
  expect(onChange).not.toHaveBeenCalled();
  write('c');
  await vi.waitFor(() => expect(onChange).toHaveBeenCalledOnce(), 10_000);
});

it('logs a folder that does not exist', () => {
  const { folder, watch, log } = openFolder();
  watch.follow([join(folder, 'gone', 'a')]);
  expect(log).toHaveBeenCalledWith(
    'warn',
    'The files in a folder are not watched.',
    expect.anything(),
  );
});
