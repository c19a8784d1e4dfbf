import type { AccountChanges, AccountRecord } from '@parley/core/store';
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
import type { AccountRow } from './schema.ts';

export type AccountColumns = Omit<AccountRow, 'deleted_at'>;

export function encodeAccount(account: AccountRecord): AccountRow {
  return {
    id: account.id,
    name: toText(account.name),
    models: toNullable(account.models, toJson),
    prepaid: toFlag(account.prepaid),
    disabled: toFlag(account.disabled),
    created_at: toInteger(account.createdAt),
    deleted_at: null,
  };
}

export function decodeAccount(row: AccountColumns): AccountRecord {
  return {
    id: row.id,
    name: row.name,
    ...fromNullable('models', row.models === null ? null : decodeModels(row.models)),
    prepaid: row.prepaid === 1,
    disabled: row.disabled === 1,
    createdAt: row.created_at,
  };
}

export function encodeAccountChanges(changes: AccountChanges) {
  return {
    ...toChange('name', changes.name, toText),
    ...toChange('models', changes.models, orNull(toJson)),
    ...toChange('prepaid', changes.prepaid, toFlag),
    ...toChange('disabled', changes.disabled, toFlag),
  };
}

function decodeModels(text: string): readonly string[] {
  return JSON.parse(text) as readonly string[];
}
