import type { AccountRecord, ListedKey } from '@parley/core/store';
import type { Group, Scope } from '@parley/core/extension';
import type { ConfigurationOperator } from '../shared/operator.ts';
import { invalid, notFound } from '../shared/errors.ts';
import * as z from 'zod';

/** Whose names are asked for; the default group's if neither is given. */
export const scopeFields = {
  key_id: z.string().min(1).optional().describe('The key that would call.'),
  group: z.string().min(1).optional().describe('A group, in place of a key.'),
} as const;

export interface ScopeQuery {
  readonly key_id?: string | undefined;
  readonly group?: string | undefined;
}

/** A scope, and whose it is. */
export interface FoundScope {
  readonly scope: Scope;
  /** Absent when a group was asked for. */
  readonly holder?: { readonly listed: ListedKey; readonly account: AccountRecord };
}

/** @throws GatewayError `not-found`, or `invalid-request` when both are given or no group of a key exists */
export async function findScope(
  operator: ConfigurationOperator,
  { key_id: keyId, group }: ScopeQuery,
): Promise<FoundScope> {
  if (keyId === undefined) return { scope: scopeOfGroup(operator, group) };
  if (group !== undefined) throw invalid('Give a key or a group, not both.', 'group');
  const { store, configuration } = operator;
  const listed = await store.readKey(keyId);
  if (listed === undefined) throw notFound('key');
  const { key } = listed;
  const known = configuration.snapshot().groups;
  const [home, ...others] = key.groups.flatMap((name) => known.get(name) ?? []);
  if (home === undefined) throw invalid('None of the groups of this key exists.', 'key_id');
  const account = (await store.readAccount(key.accountId))?.account;
  if (account === undefined) throw notFound('account');
  return { scope: { groups: [home, ...others], key, account }, holder: { listed, account } };
}

function scopeOfGroup({ configuration }: ConfigurationOperator, name?: string): Scope {
  const known = configuration.snapshot().groups;
  const found: Group | undefined =
    name === undefined ? (known.get('default') ?? [...known.values()][0]) : known.get(name);
  if (found === undefined) throw notFound('group');
  return { groups: [found], key: {}, account: {} };
}
