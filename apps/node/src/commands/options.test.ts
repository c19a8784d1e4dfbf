import { describe, expect, it } from 'vitest';
import { chooseAddress, chooseGrace, chooseLogLevel } from './options.ts';

describe('the address to listen on', () => {
  it.each([
    [{}, {}, '127.0.0.1', 8787],
    [{}, { PORT: '9000', HOST: '0.0.0.0' }, '0.0.0.0', 9000],
    [{}, { PORT: '9000', PARLEY_PORT: '9001', PARLEY_HOST: '::1' }, '::1', 9001],
    [{ port: '0', host: 'localhost' }, { PORT: '9000' }, 'localhost', 0],
    [{}, { PORT: '', HOST: 'my-laptop' }, '127.0.0.1', 8787],
  ] as const)('with %o and %o is %s:%d', (...[options, environment, host, port]) => {
    expect(chooseAddress(options, environment)).toEqual({ host, port });
  });

  it.each(['80a', '-1', '65536', '1e3', ' '])('refuses the port "%s"', (port) => {
    expect(() => chooseAddress({ port }, {})).toThrow(`"${port}" is no port`);
  });
});

describe('other options', () => {
  it('come from the command line before the environment', () => {
    expect(chooseLogLevel('debug', { PARLEY_LOG_LEVEL: 'warn' })).toBe('debug');
    expect(chooseLogLevel(undefined, { PARLEY_LOG_LEVEL: 'warn' })).toBe('warn');
    expect(chooseLogLevel(undefined, {})).toBe('info');
    expect(chooseGrace(undefined, {})).toBe(600_000);
    expect(chooseGrace('0', { PARLEY_GRACE: '5' })).toBe(0);
  });

  it('refuse what they do not understand', () => {
    expect(() => chooseLogLevel('loud', {})).toThrow('"loud" is no log level');
    expect(() => chooseGrace('soon', {})).toThrow('"soon" is no number of seconds');
  });
});
