/** Scope: the call names that a key, or any key of a group, may use. */
import * as z from 'zod';
import type { Group, Scope } from '@parley/core/extension';
import type { AccountRecord, ListedKey } from '@parley/core/store';
import type { ConfigurationOperator } from '../shared/operator.ts';
import { invalid, notFound } from '../shared/errors.ts';

/** Query parameters that choose a key or a group; by default the group `default`. */
export const scopeFields = {
  key_id: z.string().min(1).optional().describe('The id of the key that would make the call.'),
  group: z.string().min(1).optional().describe('A group instead of a key.'),
} as const;

export interface ScopeQuery {
  readonly key_id?: string | undefined;
  readonly group?: string | undefined;
}

/** A scope and the key that it belongs to. */
export interface CallerScope {
  readonly scope: Scope;
  /** Absent for a scope of a group. */
  readonly owner?: { readonly listed: ListedKey; readonly account: AccountRecord };
}

/** @throws GatewayError `not-found`; `invalid-request` for both parameters, or a key without existing groups */
export async function findCallerScope(
  operator: ConfigurationOperator,
  { key_id: keyId, group }: ScopeQuery,
): Promise<CallerScope> {
  if (keyId === undefined) return { scope: scopeOfGroup(operator, group) };
  if (group !== undefined) throw invalid('Send either `key_id` or `group`.', 'group');
  const { store, configuration } = operator;
  const listed = await store.readKey(keyId);
  if (listed === undefined) throw notFound('key');
  const { key } = listed;
  const known = configuration.snapshot().groups;
  const [defaultGroup, ...others] = key.groups.flatMap((name) => known.get(name) ?? []);
  if (defaultGroup === undefined) throw invalid('None of the groups of this key exists.', 'key_id');
  const account = (await store.readAccount(key.accountId))?.account;
  if (account === undefined) throw notFound('account');
  return { scope: { groups: [defaultGroup, ...others], key, account }, owner: { listed, account } };
}

function scopeOfGroup({ configuration }: ConfigurationOperator, name?: string): Scope {
  const known = configuration.snapshot().groups;
  const found: Group | undefined =
    name === undefined ? (known.get('default') ?? [...known.values()][0]) : known.get(name);
  if (found === undefined) throw notFound('group');
  return { groups: [found], key: {}, account: {} };
}
