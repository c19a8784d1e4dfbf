import { redactSecrets, type LogLevel } from '@parley/core';
import { describe, expect, it } from 'vitest';
import { createLogger, findLogLevel, requireLogLevel } from './logger.ts';

function collect(pretty: boolean, level: LogLevel = 'debug') {
  const lines: string[] = [];
  const log = createLogger({ level, pretty, colour: false, write: (line) => lines.push(line) });
  return { lines, log };
}

describe('a JSON log', () => {
  it('is one JSON object on each line', () => {
    const { lines, log } = collect(false);
    log('info', 'two\nlines', { request_id: 'a', tokens: 3, missing: undefined });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^\{.*\}\n$/);
    const entry: unknown = JSON.parse(lines[0] ?? '');
    expect(entry).toEqual({
      ts: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string,
      level: 'info',
      message: 'two\nlines',
      request_id: 'a',
      tokens: 3,
    });
  });

  it('leaves out lines below its level', () => {
    const { lines, log } = collect(false, 'warn');
    log('debug', 'a');
    log('info', 'b');
    log('warn', 'c');
    log('error', 'd');
    expect(lines).toHaveLength(2);
    expect([log.isWritten?.('info'), log.isWritten?.('warn')]).toEqual([false, true]);
  });

  it('names every field in snake_case, however deep it is', () => {
    const { lines, log } = collect(false);
    log('info', 'done', {
      keyId: 'a',
      usage: { cacheWrite5m: 1, sha256: 2, parts: [{ webSearches: 2 }] },
    });
    const entry: unknown = JSON.parse(lines[0] ?? '');
    expect(entry).toMatchObject({
      key_id: 'a',
      usage: { cache_write_5m: 1, sha256: 2, parts: [{ web_searches: 2 }] },
    });
  });

  it('offers debug lines only at the level debug', () => {
    const { lines, log } = collect(false);
    log.debug?.('looked at', { request_id: 'a' });
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'debug', request_id: 'a' });
    expect(collect(false, 'info').log.debug).toBeUndefined();
  });

  it('writes errors with their causes', () => {
    const { lines, log } = collect(false);
    log('error', 'it failed', { error: new Error('outer', { cause: new TypeError('inner') }) });
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      error: { name: 'Error', message: 'outer', cause: { name: 'TypeError', message: 'inner' } },
    });
  });

  it('writes values that JSON cannot represent', () => {
    const { lines, log } = collect(false);
    const circle: Record<string, unknown> = { big: 1n };
    circle['self'] = circle;
    const error = new Error('loop');
    error.cause = error;
    log('info', 'odd', { circle, error, big: 1n });
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ message: 'odd' });
  });
});

describe('a log at a terminal', () => {
  it('is one line with its fields behind the message', () => {
    const { lines, log } = collect(true);
    log('warn', 'slow', { upstream: 'openai', ms: 12, text: 'a b' });
    expect(lines[0]).toMatch(/^\d\d:\d\d:\d\d warn {2}slow upstream=openai ms=12 text="a b"\n$/);
  });

  it('gives each sentence of a list its own line', () => {
    const { lines, log } = collect(true);
    log('error', 'faults', { faults: ['one\n  ^', 'two'] });
    expect(lines[0]).toMatch(/error faults \n {9}one\n {9} {2}\^\n {9}two\n$/);
  });

  it('escapes control characters', () => {
    const { lines, log } = collect(true);
    log('info', 'a\u001b[2Jb\r\u009b2J', { list: ['\u001b[31mred'], name: 'x\u009b2J\u007f' });
    expect(lines[0]).not.toMatch(/[^\P{Cc}\n]/u);
    expect(lines[0]).toContain(String.raw`a\u001b[2Jb\r\u009b2J`);
  });
});

describe('redaction', () => {
  it.each([
    'sk-parley-bBdwq98PnV0urVUXJM3q1b45my0kcjJJpcbtzO5IqfV061Cho',
    'parley-admin-pKLSqDstMLxPsUvAMaypVtVuNH6hSsKgzCmZO5cQ7zK3L2PLX',
    'sk-ant-api03-AAAAAAAAAAAAAAAA',
    'gsk_AAAAAAAAAAAAAAAA',
    'AIzaSyAAAAAAAAAAAAAAAAAAAAAAAA',
  ])('hides %s in whatever field it comes', (secret) => {
    for (const pretty of [true, false]) {
      const { lines, log } = collect(pretty);
      log('error', `with ${secret}`, { a: secret, list: [secret], error: new Error(secret) });
      expect(lines.join('')).not.toContain(secret);
      expect(lines.join('')).toContain('[redacted]');
    }
  });

  it.each([
    ['authorization: Bearer abc.def-123', 'abc'],
    ['{"authorization":"Basic dXNlcjpwYXNz"}', 'dXNlcjpwYXNz'],
    ['{"x-api-key":"anything-at-all"}', 'anything'],
    ['https://user:pass@host.example/v1', 'pass'],
  ])('hides the secret in %s', (text, secret) => {
    expect(redactSecrets(text)).not.toContain(secret);
  });

  it('does not change ordinary text', () => {
    const text = 'The task-list of risk-free models took 3 s at http://127.0.0.1:8787/v1 (sk-).';
    expect(redactSecrets(text)).toBe(text);
  });

  it('is linear for hostile text', () => {
    const hostile = ['Bearer ', 'sk-', '://', 'authorization:', 'a'].map((part) =>
      part.repeat(50_000),
    );
    for (const text of hostile) redactSecrets(text);
  });
});

describe('the level in PARLEY_LOG_LEVEL', () => {
  it('is refused when it does not exist, with those that do', () => {
    expect(() => requireLogLevel({ PARLEY_LOG_LEVEL: 'loud' })).toThrow(
      'PARLEY_LOG_LEVEL: "loud" is not a log level; use one of debug, info, warn, error.',
    );
  });

  it('is info when there is none, also for the logger that reports a fault', () => {
    expect(requireLogLevel({ PARLEY_LOG_LEVEL: '' })).toBe('info');
    expect(requireLogLevel({ PARLEY_LOG_LEVEL: 'warn' })).toBe('warn');
    expect(findLogLevel({ PARLEY_LOG_LEVEL: 'loud' })).toBe('info');
    expect(findLogLevel({ PARLEY_LOG_LEVEL: 'debug' })).toBe('debug');
  });
});
