/** Sample admin tokens, sessions and users, with every field of the store contract. */
import type { AdminTokenRecord, FirstRecords, SessionRecord, UserRecord } from '@parley/core/store';
import { sampleKey, sampleSecret } from './keys.ts';
import { sampleHash, sampleTime } from './time.ts';

export function sampleAdminToken(
  serial: number,
  changes: Partial<AdminTokenRecord> = {},
): AdminTokenRecord {
  return {
    id: `token-${String(serial)}`,
    name: 'Operator',
    role: 'admin',
    hash: sampleHash(serial),
    display: 'pa-abcde…wxyz',
    createdAt: sampleTime + serial,
    ...changes,
  };
}

/** A key and an admin token with the same number. */
export function sampleFirst(serial: number): FirstRecords {
  return {
    key: sampleKey(serial),
    secret: sampleSecret(serial),
    token: sampleAdminToken(serial),
  };
}

/** A session of an admin token that lasts an hour; each number gives a different hash. */
export function sampleSession(serial: number, changes: Partial<SessionRecord> = {}): SessionRecord {
  return {
    hash: sampleHash(serial),
    purpose: 'session',
    subject: { kind: 'token', reference: sampleHash(1_000 + serial) },
    createdAt: sampleTime,
    expiresAt: sampleTime + 3_600_000,
    ...changes,
  };
}

/** A user with every field; each number gives a different id and email address. */
export function sampleUser(serial: number, changes: Partial<UserRecord> = {}): UserRecord {
  return {
    id: `user-${String(serial)}`,
    email: `ada${String(serial)}@example.org`,
    name: 'Ada é 🦜',
    role: 'viewer',
    disabled: false,
    invited: true,
    identity: { issuer: 'https://id.example.org', subject: `subject-${String(serial)}` },
    createdAt: sampleTime + serial,
    lastSignedInAt: sampleTime + 60_000,
    ...changes,
  };
}
