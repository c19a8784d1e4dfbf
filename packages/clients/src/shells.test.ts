import { execFileSync, spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hostileLine, hostileText } from './testing/hostile.ts';
import { readCmd, readPowershell } from './testing/shell-readers.ts';
import { listVariants, nameShell, shells, type Shell } from './shells.ts';

function findShell(name: string): Shell {
  const shell = shells[name];
  if (shell === undefined) throw new Error(`There is no shell ${name}.`);
  return shell;
}

function hasProgram(name: string): boolean {
  return spawnSync(name, ['-c', 'true']).error === undefined;
}

/** The value that an installed shell reads from its line. */
function readWith(program: string, line: string): string {
  return execFileSync(program, ['-c', `${line}\nprintf %s "$V"`], { encoding: 'utf8' });
}

describe('a variable that is set', () => {
  it.each(['bash', 'zsh', 'sh', 'fish'].filter(hasProgram))(
    '%s holds the very value',
    (name) => {
      fc.assert(
        fc.property(hostileText, (value) => {
          expect(readWith(name, findShell(name).set('V', value))).toBe(value);
        }),
        { numRuns: 40 },
      );
    },
    60_000,
  );

  it('has exactly the value in PowerShell', () => {
    fc.assert(
      fc.property(hostileText, (value) => {
        expect(readPowershell(findShell('powershell').set('V', value))).toEqual({ V: value });
      }),
    );
  });

  it('has exactly the value in cmd', () => {
    fc.assert(
      fc.property(hostileLine, (value) => {
        expect(readCmd(findShell('cmd').set('V', value))).toEqual({ V: value });
      }),
    );
  });
});

describe('a value that a shell cannot express', () => {
  it.each(['bash', 'fish', 'powershell', 'cmd'])('is rejected for %s: NUL', (name) => {
    expect(() => findShell(name).set('V', 'a\0b')).toThrow(RangeError);
  });

  it('is rejected for cmd: a line break', () => {
    expect(() => findShell('cmd').set('V', 'a\nb')).toThrow(RangeError);
  });

  it('omits that shell from the variants', () => {
    const titles = listVariants({ environment: { V: 'a\nb' } }).map(({ title }) => title);
    expect(titles).toEqual(['bash, zsh', 'fish', 'PowerShell']);
  });
});

describe('the shell of a path', () => {
  it.each([
    ['/usr/bin/fish', 'fish'],
    ['/bin/tcsh', 'bash'],
    [undefined, 'bash'],
    ['toString', 'bash'],
  ])('%s is %s', (path, name) => {
    expect(nameShell(path)).toBe(name);
  });
});
