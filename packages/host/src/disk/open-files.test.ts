import { openSync } from 'node:fs';
import type * as FileSystem from 'node:fs';
import { tooManyFiles, UpstreamConnectionError } from '@parley/core';
import { expect, it, vi } from 'vitest';
import { failCall } from './open-files.ts';

vi.mock('node:fs', async (load) => {
  const files = await load<typeof FileSystem>();
  return { ...files, openSync: vi.fn(files.openSync) };
});

const error = new TypeError('ECONNREFUSED');

it.each(['EMFILE', 'ENFILE'])(
  'names the cause of a call that failed for want of a file: %s',
  (code) => {
    vi.mocked(openSync).mockImplementationOnce(() => {
      throw Object.assign(new Error('x'), { code });
    });
    expect(() => failCall(error)).toThrow(new UpstreamConnectionError(true, error, tooManyFiles));
  },
);

it('leaves other failures as they are', () => {
  expect(() => failCall(error)).toThrow(error);
  vi.mocked(openSync).mockImplementationOnce(() => {
    throw Object.assign(new Error('x'), { code: 'EACCES' });
  });
  expect(() => failCall(error)).toThrow(error);
});
