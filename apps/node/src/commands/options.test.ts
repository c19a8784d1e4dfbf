import { availableParallelism } from 'node:os';
import { ConfigurationError } from '@parley/core';
import { describe, expect, it } from 'vitest';
import { chooseAddress, requireWorkers } from './options.ts';

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
    const fault = new ConfigurationError([
      { path: ['PARLEY_PORT'], message: `"${port}" is not a port; use 0 to 65535.` },
    ]);
    expect(() => chooseAddress({}, { PORT: port })).toThrow(fault);
  });
});

describe('the number of workers', () => {
  it('is one by default, and one for each core on request', () => {
    expect(requireWorkers({})).toBe(1);
    expect(requireWorkers({ PARLEY_WORKERS: '2' })).toBe(2);
    expect(requireWorkers({ PARLEY_WORKERS: 'auto' })).toBe(availableParallelism());
  });

  it.each(['0', '65', 'many', '1.5'])('is refused where the variable is "%s"', (text) => {
    const fault = new ConfigurationError([
      { path: ['PARLEY_WORKERS'], message: `"${text}" is not a number from 1 to 64, or auto.` },
    ]);
    expect(() => requireWorkers({ PARLEY_WORKERS: text })).toThrow(fault);
  });
});
