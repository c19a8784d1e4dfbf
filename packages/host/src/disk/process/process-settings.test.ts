import { describe, expect, it } from 'vitest';
import { readProcessSettings } from './process-settings.ts';

describe('settings from the environment', () => {
  it.each([
    [{ PARLEY_PORT: '80a' }, 'PARLEY_PORT: "80a" is not a port; use 0 to 65535.'],
    [{ PORT: '65536' }, 'PARLEY_PORT: "65536" is not a port; use 0 to 65535.'],
    [{ PARLEY_DRAIN: '-1' }, 'PARLEY_DRAIN: "-1" is not a whole number of seconds.'],
    [{ PARLEY_GRACE: 'soon' }, 'PARLEY_GRACE: "soon" is not a whole number of seconds.'],
    [
      { PARLEY_LOG_LEVEL: 'loud' },
      'PARLEY_LOG_LEVEL: "loud" is not a log level; use one of debug, info, warn, error.',
    ],
    [
      { PARLEY_LOG_FORMAT: 'xml' },
      'PARLEY_LOG_FORMAT: "xml" is not a log format; use one of json, text.',
    ],
  ])('refuse %j', (environment, message) => {
    expect(() => readProcessSettings(environment)).toThrow(message);
  });

  it('default to loopback, no drain, ten minutes and the level info', () => {
    expect(readProcessSettings({ HOST: 'my-laptop', PORT: '', PARLEY_GRACE: '' })).toEqual({
      address: { host: '127.0.0.1', port: 8787 },
      drainMs: 0,
      graceMs: 600_000,
      logLevel: 'info',
    });
  });

  it('prefer variables of Parley to those of platforms, and both to defaults of the host', () => {
    const given = { HOST: '0.0.0.0', PORT: '9000', PARLEY_GRACE: '5', PARLEY_LOG_LEVEL: 'warn' };
    const others = { PARLEY_LOG_FORMAT: 'text', PARLEY_DRAIN: '6' };
    expect(readProcessSettings(others)).toMatchObject({ logFormat: 'text', drainMs: 6_000 });
    const host = { host: '::', graceSeconds: 4 };
    expect(readProcessSettings(given, host)).toEqual({
      address: { host: '0.0.0.0', port: 9000 },
      drainMs: 0,
      graceMs: 5_000,
      logLevel: 'warn',
    });
    const own = { ...given, PARLEY_HOST: '::1', PARLEY_PORT: '0' };
    expect(readProcessSettings(own).address).toEqual({ host: '::1', port: 0 });
    expect(readProcessSettings({}, host)).toMatchObject({
      address: { host: '::' },
      graceMs: 4_000,
    });
  });
});
