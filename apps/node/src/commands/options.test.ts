import { availableParallelism } from 'node:os';
import { describe, expect, it } from 'vitest';
import { exitCodes } from './failure.ts';
import { chooseAddress, chooseGrace, chooseLogLevel, chooseWorkers } from './options.ts';

describe('the address to listen on', () => {
  it.each([
    [{}, {}, '127.0.0.1', 8787],
    [{}, { PORT: '9000', HOST: '0.0.0.0' }, '0.0.0.0', 9000],
    [{}, { PORT: '9000', PARLEY_PORT: '9001', PARLEY_HOST: '::1' }, '::1', 9001],
    [{ port: 0, host: 'localhost' }, { PORT: '9000' }, 'localhost', 0],
    [{ host: '[::1]' }, {}, '::1', 8787],
    [{}, { PARLEY_HOST: '[::]' }, '::', 8787],
    [{}, { PORT: '', HOST: 'my-laptop' }, '127.0.0.1', 8787],
  ] as const)('with %o and %o is %s:%d', (...[options, environment, host, port]) => {
    expect(chooseAddress(options, environment)).toEqual({ host, port });
  });

  it.each(['80a', '-1', '65536', '1e3', ' '])('refuses the port "%s"', (port) => {
    expect(() => chooseAddress({}, { PORT: port })).toThrow(`"${port}" is not a port`);
  });
});

describe('other settings', () => {
  it('come from the command line before the environment', () => {
    expect(chooseLogLevel('debug', { PARLEY_LOG_LEVEL: 'warn' })).toBe('debug');
    expect(chooseLogLevel(undefined, { PARLEY_LOG_LEVEL: 'warn' })).toBe('warn');
    expect(chooseLogLevel(undefined, { PARLEY_LOG_LEVEL: '' })).toBe('info');
    expect(chooseGrace(undefined, {})).toBe(600_000);
    expect(chooseGrace(0, { PARLEY_GRACE: '5' })).toBe(0);
    expect(chooseWorkers(undefined, {})).toBe(1);
    expect(chooseWorkers(3, { PARLEY_WORKERS: '2' })).toBe(3);
    expect(chooseWorkers(undefined, { PARLEY_WORKERS: 'auto' })).toBe(availableParallelism());
  });

  it('are refused with the name of the variable', () => {
    const level = { PARLEY_LOG_LEVEL: 'loud' };
    expect(() => chooseLogLevel(undefined, level)).toThrow(
      'PARLEY_LOG_LEVEL: "loud" is not a log level; use one of debug, info, warn, error.',
    );
    expect(() => chooseGrace(undefined, { PARLEY_GRACE: 'soon' })).toThrow(
      'PARLEY_GRACE: "soon" is not a whole number of seconds.',
    );
    for (const PARLEY_WORKERS of ['0', '65', 'many', '1.5']) {
      expect(() => chooseWorkers(undefined, { PARLEY_WORKERS })).toThrow(
        `PARLEY_WORKERS: "${PARLEY_WORKERS}" is not a number from 1 to 64, or auto.`,
      );
    }
  });

  it('are refused as the rest of the configuration is, so that a service manager does not restart', () => {
    const expected = expect.objectContaining({ exitCode: exitCodes.configuration }) as Error;
    expect(() => chooseAddress({}, { PARLEY_PORT: 'x' })).toThrow(expected);
    expect(() => chooseLogLevel(undefined, { PARLEY_LOG_LEVEL: 'x' })).toThrow(expected);
    expect(() => chooseGrace(undefined, { PARLEY_GRACE: 'x' })).toThrow(expected);
    expect(() => chooseWorkers(undefined, { PARLEY_WORKERS: 'x' })).toThrow(expected);
  });
});
