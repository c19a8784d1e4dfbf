import { describe, expect, test, vi } from 'vitest';
import {
  chooseNode,
  createBuildWatch,
  createSignalGate,
  fingerprintInstall,
  translateSignal,
} from '../scripts/launcher.mjs';

describe('chooseNode', () => {
  const candidates = { bundled: undefined, current: '/usr/bin/node', version: 'v24.0.0' };

  test.each(['v20.20.2', 'v22.12.9', 'v18.0.0'])('refuses %s with an instruction', (version) => {
    expect(() => chooseNode({ ...candidates, version })).toThrow(/needs Node 22\.13 .* install/);
  });

  test.each(['v22.13.0', 'v22.14.1', 'v23.0.0', 'v26.10.0'])('accepts %s', (version) => {
    expect(chooseNode({ ...candidates, version })).toBe('/usr/bin/node');
  });

  test('prefers the installed Node to the one that runs the launcher', () => {
    const bundled = 'node_modules/.bin/node';
    expect(chooseNode({ ...candidates, bundled, version: 'v20.0.0' })).toBe(bundled);
  });
});

describe('fingerprintInstall', () => {
  const files: [string, string][] = [
    ['pnpm-lock.yaml', 'a'],
    ['package.json', 'b'],
  ];

  test('changes with content, names and file boundaries', () => {
    const others: [string, string][][] = [
      [['pnpm-lock.yaml', 'a']],
      [
        ['pnpm-lock.yaml', 'c'],
        ['package.json', 'b'],
      ],
      [
        ['pnpm-lock.yaml', 'a'],
        ['packages/core/package.json', 'b'],
      ],
      [['pnpm-lock.yaml', 'a\npackage.json\n1\nb']],
    ];
    const fingerprints = [files, ...others].map((each) => fingerprintInstall(each));
    expect(new Set(fingerprints).size).toBe(fingerprints.length);
  });

  test('is the same for the same files', () => {
    expect(fingerprintInstall([...files])).toBe(fingerprintInstall(files));
  });
});

describe('createSignalGate', () => {
  test('drops a repeated delivery of a signal', () => {
    const passes = createSignalGate(500);
    expect([0, 10, 499].map((at) => passes('SIGINT', at))).toEqual([true, false, false]);
  });

  test('forwards the same signal again after a pause', () => {
    const passes = createSignalGate(500);
    expect([0, 500].map((at) => passes('SIGINT', at))).toEqual([true, true]);
  });

  test('distinguishes signals', () => {
    const passes = createSignalGate(500);
    expect(passes('SIGINT', 0)).toBe(true);
    expect(passes('SIGTERM', 1)).toBe(true);
  });
});

describe('translateSignal', () => {
  test('stops the gateway when its terminal closes', () => {
    expect(translateSignal('SIGHUP', true)).toBe('SIGTERM');
  });

  test('forwards everything else', () => {
    expect(translateSignal('SIGHUP', false)).toBe('SIGHUP');
    expect(translateSignal('SIGINT', true)).toBe('SIGINT');
  });
});

describe('createBuildWatch', () => {
  const hit = '@parley/core:build: cache hit, suppressing logs 7e2fbea8effb2a27\n';
  const miss = '@parley/host:build: cache miss, executing 4ca5de7b7ba4cb1f\n';

  test('says nothing when every package is up to date', () => {
    const announce = vi.fn();
    const watch = createBuildWatch(announce);
    watch('• Running build in 2 packages\n');
    watch(hit);
    expect(announce).not.toHaveBeenCalled();
  });

  test.each([1, 3, 1_000])('says once that packages are built, read %i at a time', (size) => {
    const announce = vi.fn();
    const watch = createBuildWatch(announce);
    const output = hit + miss + miss;
    for (let at = 0; at < output.length; at += size) watch(output.slice(at, at + size));
    expect(announce).toHaveBeenCalledOnce();
  });
});
