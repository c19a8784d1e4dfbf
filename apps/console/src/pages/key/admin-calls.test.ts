import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { writeAdminCalls } from './admin-calls.ts';

const key = {
  object: 'key' as const,
  etag: '"1"',
  id: 'k-1',
  display: 'sk-parley-ab…yz',
  name: `it's "a" $(key) \\`,
  account_id: 'default',
  groups: ['default'],
  models: null,
  limits: {
    quota: { amount: '5', tokens: null, reset: 'month' as const },
    windows: { '5h': '1' },
    requests_per_minute: null,
    tokens_per_minute: null,
    concurrency: 2,
  },
  allowed_from: null,
  denied_from: null,
  created_at: '2026-01-01T00:00:00.000Z',
  expires_at: null,
  last_used_at: null,
  disabled: false,
  status: 'active' as const,
  usage: {
    spent: '0',
    tokens: 0,
    requests: 0,
    reserved: '0',
    running: 0,
    quota: { spent: '0', tokens: 0, started_at: null },
    windows: {},
  },
};

test('a shell passes exactly the fields of the key, for any name', () => {
  const [change = ''] = writeAdminCalls('http://127.0.0.1:8787', key).split('\n\n');
  const output = execFileSync('sh', ['-c', `curl() { printf '%s\\0' "$@"; }\n${change}`], {
    encoding: 'utf8',
    env: { PARLEY_ADMIN_TOKEN: 'parley-admin-none' },
  });
  const words = output.split('\0');
  expect(words).toContain('http://127.0.0.1:8787/admin/v1/keys/k-1');
  expect(words).toContain('Authorization: Bearer parley-admin-none');
  expect(JSON.parse(words[words.indexOf('-d') + 1] ?? '')).toMatchObject({
    name: key.name,
    limits: { quota: { amount: '5', reset: 'month' }, windows: { '5h': '1' }, concurrency: 2 },
    disabled: false,
  });
});
