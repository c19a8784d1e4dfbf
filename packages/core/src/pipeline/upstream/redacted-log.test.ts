import { describe, expect, it } from 'vitest';
import { configurationSchema } from '../../configuration/schema.ts';
import { redactCauses } from './redacted-log.ts';
import { createSnapshot } from '../../models/routing/snapshot.ts';

const credential = 'opaque-Zq81Xw52';
const snapshot = createSnapshot(
  configurationSchema.parse({
    upstreams: {
      one: { provider: 'openai', credential },
      two: {
        provider: 'openai-compatible',
        base_url: 'https://host.test',
        headers: { 'x-secret': 'Scheme second-Cv93Bn64' },
      },
    },
  }),
);

function logCause(cause: unknown): Error {
  let logged: unknown;
  const log = redactCauses(
    (_, __, fields) => {
      logged = fields?.['cause'];
    },
    () => snapshot,
  );
  log('error', 'It failed.', { cause });
  return logged as Error;
}

describe('the cause of a failure in the log', () => {
  it('contains no credential of any upstream, anywhere in its chain', () => {
    const inner = new TypeError('"second-Cv93Bn64" is no header value');
    const cause = logCause(new Error(`${credential} refused by 10.1.2.3`, { cause: inner }));
    expect(cause.message).toBe('[redacted] refused by 10.1.2.3');
    expect(cause.stack).not.toContain(credential);
    expect(cause.cause).toMatchObject({
      name: 'TypeError',
      message: '"[redacted]" is no header value',
    });
    expect((cause.cause as Error).stack).not.toContain('second');
  });

  it('shows where it was thrown, if that is known', () => {
    const thrown = new Error(`no ${credential}`);
    expect(logCause(thrown).stack).toBe(thrown.stack?.replaceAll(credential, '[redacted]'));
    delete thrown.stack;
    expect(logCause(thrown).stack).toBe('');
  });

  it('keeps its name and its code', () => {
    const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    expect(logCause(refused)).toMatchObject({ name: 'Error', code: 'ECONNREFUSED' });
  });

  it('may be a string, circular, or unreadable', () => {
    expect(logCause(`no ${credential}`)).toBe('no [redacted]');
    const loop = new Error('loop');
    loop.cause = loop;
    expect(logCause(loop).message).toBe('loop');
    expect(logCause({ credential })).toBeUndefined();
  });

  it('is logged with at most eight errors of its chain', () => {
    const chain = Array.from({ length: 9 }).reduce<Error | undefined>(
      (cause, _, index) => new Error(String(index), { cause }),
      undefined,
    );
    const logged: string[] = [];
    for (let error: unknown = logCause(chain); error instanceof Error; error = error.cause)
      logged.push(error.message);
    expect(logged).toEqual(['8', '7', '6', '5', '4', '3', '2', '1']);
  });
});

it('debug lines are created only at level debug, and are redacted too', () => {
  const lines: unknown[] = [];
  const plain = (...line: unknown[]) => lines.push(line);
  expect(redactCauses(plain, () => snapshot).debug).toBeUndefined();
  const log = redactCauses(Object.assign(plain, { debug: () => undefined }), () => snapshot);
  log.debug?.('It was tried.', { request_id: 'a', cause: `no ${credential}` });
  expect(lines).toEqual([['debug', 'It was tried.', { request_id: 'a', cause: 'no [redacted]' }]]);
});

it('entries without a cause are unchanged', () => {
  const fields = { upstream: 'one' };
  let passed: unknown;
  redactCauses(
    (_, __, given) => {
      passed = given;
    },
    () => snapshot,
  )('info', 'exchange', fields);
  expect(passed).toBe(fields);
});

it('a logger that says which levels it writes still says so', () => {
  const isWritten = (level: string) => level === 'error';
  const log = redactCauses(
    Object.assign(() => undefined, { isWritten }),
    () => snapshot,
  );
  expect(log.isWritten?.('error')).toBe(true);
  expect(
    redactCauses(
      () => undefined,
      () => snapshot,
    ),
  ).not.toHaveProperty('isWritten');
});
