/** Keys: creates, lists, changes, rotates and deletes them, for the admin API and command lines. */
import { omitUndefined } from '@parley/protocol';
import * as z from 'zod';
import { createKeySecret } from '@parley/core/extension';
import type { KeyConditions, KeyStore, ListedKey } from '@parley/core/store';
import { audit } from '../audit/audit-log.ts';
import { invalid, notFound, translateStoreErrors } from '../shared/errors.ts';
import type { Operator } from '../shared/operator.ts';
import { page, type Page } from '../shared/page.ts';
import { searchText } from '../shared/schemas.ts';
import {
  type CreatedKeyView,
  decodeKeyChanges,
  decodeNewKey,
  describeKeyInput,
  type keyChanges,
  keyView,
  type KeyView,
  type newKey,
  type rotation,
  statusOf,
  toKeyView,
} from './key.ts';

/** Validates the query of the list of keys: its filters, and the page. */
export const keyQuery = page.extend({
  account_id: z.string().optional(),
  group: z.string().optional().describe('One of the groups of the key.'),
  status: keyView.shape.status.optional(),
  query: searchText.optional().describe('A part of the name, the display or the id.'),
  expires_within_days: z.coerce
    .number()
    .int()
    .min(1)
    .max(366)
    .optional()
    .describe('Keys that expire within so many days and were made for longer than that.'),
});

const dayMs = 86_400_000;

/** Keys that the store returns at once, and how often one page asks for more, when filtering by status. */
const batchSize = 1_000;
const maxBatches = 10;

/**
 * Creates a key, and writes that to the audit log. Its secret is in the result and nowhere else.
 * @throws GatewayError `invalid-request` when a group or the account does not exist
 */
export async function createKey(
  operator: Operator,
  input: z.output<typeof newKey>,
): Promise<CreatedKeyView> {
  const createdAt = operator.clock.now();
  const key = decodeNewKey(input, { id: crypto.randomUUID(), createdAt });
  const declaredGroups = checkGroups(operator, key.groups);
  await checkAccount(operator, key.accountId);
  const { secret, hash, display } = await createKeySecret();
  await translateStoreErrors(() =>
    operator.store.addKey(key, { keyId: key.id, hash, display, createdAt }, declaredGroups),
  );
  await audit(operator, {
    action: 'key.create',
    subjectId: key.id,
    detail: describeKeyInput(input),
  });
  return { ...(await readKey(operator, key.id)), secret };
}

/** Reads a key with its usage in the current periods. @throws GatewayError `not-found` */
export async function readKey(operator: Operator, keyId: string): Promise<KeyView> {
  return toKeyView(await requireKey(operator, keyId), operator.clock.now());
}

/**
 * Lists keys, newest first. The status of a key depends on the current time, so the store cannot
 * filter by it: a page of keys with one status may hold fewer than `limit` and still have a next page.
 */
export async function listKeys(
  { store, clock }: Operator,
  { limit, after, status, ...query }: z.output<typeof keyQuery>,
): Promise<Page<KeyView>> {
  const now = clock.now();
  const conditions = toConditions(query, now);
  const size = status === undefined ? limit : batchSize;
  const data: KeyView[] = [];
  let next = after;
  for (let batch = 0; batch < maxBatches; batch += 1) {
    const afterId = next === undefined ? {} : { afterId: next };
    const keys = await store.listKeys({ ...conditions, ...afterId, limit: size });
    for (const key of keys) {
      if (status === undefined || statusOf(key, now) === status) data.push(toKeyView(key, now));
      next = key.key.id;
      if (data.length === limit) return { data, next };
    }
    if (keys.length < size) return { data, next: null };
  }
  return { data, next: next ?? null };
}

type KeyFilter = Omit<z.output<typeof keyQuery>, 'limit' | 'after' | 'status'>;

function toConditions(
  { account_id: accountId, group, query: text, expires_within_days: days }: KeyFilter,
  now: number,
): KeyConditions {
  const expiring = days === undefined ? undefined : { from: now, until: now + days * dayMs };
  return omitUndefined({ accountId, group, text, expiring });
}

/**
 * Changes a key, and writes that to the audit log.
 * @throws GatewayError `not-found`, or `invalid-request` when a group does not exist
 */
export async function changeKey(
  operator: Operator,
  keyId: string,
  input: z.output<typeof keyChanges>,
): Promise<KeyView> {
  const expected = await expectKey(operator, keyId);
  const declaredGroups = checkGroups(operator, input.groups ?? []);
  const changed = await translateStoreErrors(() =>
    operator.store.changeKey(keyId, decodeKeyChanges(input), { declaredGroups, expected }),
  );
  if (changed === undefined) throw notFound('key');
  await audit(operator, {
    action: 'key.change',
    subjectId: keyId,
    detail: describeKeyInput(input),
  });
  return readKey(operator, keyId);
}

/**
 * Replaces the secret of a key; the old secret keeps working for the overlap.
 * @throws GatewayError `not-found`
 */
export async function rotateKey(
  operator: Operator,
  keyId: string,
  { overlap_seconds: overlap }: z.output<typeof rotation>,
): Promise<CreatedKeyView> {
  const expected = await expectKey(operator, keyId);
  const { secret, hash, display } = await createKeySecret();
  const createdAt = operator.clock.now();
  const created = { keyId, hash, display, createdAt };
  const isRotated = await translateStoreErrors(() =>
    operator.store.rotateKey(created, createdAt + overlap * 1_000, expected),
  );
  if (!isRotated) throw notFound('key');
  await audit(operator, {
    action: 'key.rotate',
    subjectId: keyId,
    detail: { overlap_seconds: overlap },
  });
  return { ...(await readKey(operator, keyId)), secret };
}

/** Deletes a key; its usage and its ledger entries stay. @throws GatewayError `not-found` */
export async function deleteKey(operator: Operator, keyId: string): Promise<void> {
  const expected = await expectKey(operator, keyId);
  if (!(await operator.store.deleteKey(keyId, expected))) throw notFound('key');
  await audit(operator, { action: 'key.delete', subjectId: keyId });
}

/** Maximum number of names that the store looks up at once. */
const maxIds = 1_000;

/** The names of keys by their ids, including deleted keys that the store still knows. */
export async function readKeyNames(
  store: KeyStore,
  keyIds: Iterable<string>,
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(keyIds)];
  const names = new Map<string, string>();
  for (let start = 0; start < ids.length; start += maxIds) {
    const found = await store.readKeyNames(ids.slice(start, start + maxIds));
    for (const { id, name } of found) names.set(id, name);
  }
  return names;
}

/** Returns those that the store declares: another operator may be deleting them. @throws GatewayError `invalid-request` */
function checkGroups(operator: Operator, names: readonly string[]): readonly string[] {
  const known = operator.groups();
  const unknown = names.find((name) => !known.has(name));
  if (unknown === undefined) {
    const stored = operator.storedGroups();
    return names.filter((name) => stored.has(name));
  }
  const list = [...known].join(', ');
  throw invalid(`There is no group ${JSON.stringify(unknown)}. There are: ${list}.`, 'groups');
}

async function checkAccount({ store }: Operator, accountId: string): Promise<void> {
  if ((await store.readAccount(accountId)) !== undefined) return;
  throw invalid(`There is no account ${JSON.stringify(accountId)}.`, 'account_id');
}

/** The key that meets the condition of the caller, for the store to compare; without one, nothing is read. */
async function expectKey(operator: Operator, keyId: string): Promise<ListedKey | undefined> {
  if (operator.condition === undefined) return undefined;
  const key = await requireKey(operator, keyId);
  operator.condition(toKeyView(key, operator.clock.now()).etag);
  return key;
}

async function requireKey({ store }: Operator, keyId: string): Promise<ListedKey> {
  const found = await store.readKey(keyId);
  if (found === undefined) throw notFound('key');
  return found;
}
