import type { KeyChanges, KeyRecord, KeySecret } from '@parley/core/store';
import {
  fromNullable,
  orNull,
  toChange,
  toFlag,
  toInteger,
  toJson,
  toNullable,
  toText,
} from './column.ts';
import type { KeyRow, KeySecretRow } from './schema.ts';

export function encodeKey(key: KeyRecord): KeyRow {
  return {
    id: key.id,
    name: toText(key.name),
    account_id: key.accountId,
    groups: toJson(key.groups),
    models: toNullable(key.models, toJson),
    limits: toJson(key.limits),
    allowed_from: toNullable(key.allowedFrom, toJson),
    denied_from: toNullable(key.deniedFrom, toJson),
    created_at: toInteger(key.createdAt),
    expires_at: toNullable(key.expiresAt, toInteger),
    disabled: toFlag(key.disabled),
    deleted_at: null,
  };
}

export function decodeKey(row: Omit<KeyRow, 'deleted_at'>): KeyRecord {
  return {
    id: row.id,
    name: row.name,
    accountId: row.account_id,
    groups: JSON.parse(row.groups) as KeyRecord['groups'],
    ...fromNullable('models', decodeList(row.models)),
    limits: JSON.parse(row.limits) as KeyRecord['limits'],
    ...fromNullable('allowedFrom', decodeList(row.allowed_from)),
    ...fromNullable('deniedFrom', decodeList(row.denied_from)),
    createdAt: row.created_at,
    ...fromNullable('expiresAt', row.expires_at),
    disabled: row.disabled === 1,
  };
}

export function encodeKeyChanges(changes: KeyChanges) {
  return {
    ...toChange('name', changes.name, toText),
    ...toChange('groups', changes.groups, toJson),
    ...toChange('models', changes.models, orNull(toJson)),
    ...toChange('limits', changes.limits, toJson),
    ...toChange('allowed_from', changes.allowedFrom, orNull(toJson)),
    ...toChange('denied_from', changes.deniedFrom, orNull(toJson)),
    ...toChange('expires_at', changes.expiresAt, orNull(toInteger)),
    ...toChange('disabled', changes.disabled, toFlag),
  };
}

export function encodeKeySecret(secret: KeySecret): KeySecretRow {
  return {
    hash: secret.hash,
    key_id: secret.keyId,
    display: secret.display,
    created_at: toInteger(secret.createdAt),
    expires_at: toNullable(secret.expiresAt, toInteger),
  };
}

export function decodeKeySecret(row: KeySecretRow): KeySecret {
  return {
    keyId: row.key_id,
    hash: row.hash,
    display: row.display,
    createdAt: row.created_at,
    ...fromNullable('expiresAt', row.expires_at),
  };
}

function decodeList(text: string | null): readonly string[] | null {
  return text === null ? null : (JSON.parse(text) as readonly string[]);
}
