import { describe, expect, it } from 'vitest';
import { toUnavailable } from './failure.ts';

function sqliteError(errcode: number): Error {
  return Object.assign(new Error('sqlite says so'), { errcode });
}

describe('an error of SQLite', () => {
  it.each([
    [5, 'locked', 'locks the file'],
    [517, 'locked', 'locks the file'],
    [13, 'full', 'the disk is full'],
    [4874, 'full', 'the disk is full'],
    [11, 'damaged', 'restore a backup'],
    [267, 'damaged', 'restore a backup'],
    [26, 'damaged', 'restore a backup'],
  ])('with the code %d says that the file is %s', (code, fault, text) => {
    const error = toUnavailable('It failed', sqliteError(code));
    expect(error.fault).toBe(fault);
    expect(error.message).toContain(text);
  });

  it.each([sqliteError(10), new Error('sqlite says so')])(
    'keeps its own words otherwise',
    (cause) => {
      const error = toUnavailable('It failed', cause);
      expect(error).toMatchObject({
        message: 'It failed: sqlite says so',
        fault: undefined,
        cause,
      });
    },
  );
});
