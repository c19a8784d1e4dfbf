import * as z from 'zod';
import { createKeySecret } from '@parley/core/extension';
import type { KeyChanges, KeyConditions, KeyRecord, ListedKey } from '@parley/core/store';
import { decodeLimits, encodeLimits } from './key-limits.ts';
import { keyView } from './key.ts';
import type { CreatedKeyView, keyChanges, KeyView, newKey, rotation } from './key.ts';
import { encodeKey } from './key-view.ts';
import { audit, type Deed, type Operator } from '../shared/operator.ts';
import type { Page } from '../shared/page.ts';
import { invalid, notFound, refusing } from '../shared/errors.ts';
import { page, searchText } from '../shared/schemas.ts';
import { formatTime } from '../shared/times.ts';

export const keyQuery = page.extend({
  account_id: z.string().optional(),
  group: z.string().optional().describe('Among the groups of the key.'),
  status: keyView.shape.status.optional(),
  query: searchText.optional().describe('A part of the name, of the display or of the id.'),
});

/** How many keys the store gives at once, and how many one page looks at, when a status is wanted. */
const lookSize = 1_000;
const mostLooks = 10;

/** @throws GatewayError `invalid-request` when a group or the account does not exist */
export async function createKey(
  operator: Operator,
  input: z.output<typeof newKey>,
): Promise<CreatedKeyView> {
  const groups = input.groups ?? ['default'];
  checkGroups(operator, groups);
  await checkAccount(operator, input.account_id);
  const { secret, hash, display } = await createKeySecret();
  const createdAt = operator.clock.now();
  const key: KeyRecord = {
    id: crypto.randomUUID(),
    name: input.name,
    accountId: input.account_id,
    groups,
    limits: decodeLimits(input.limits),
    ...(input.models && { models: input.models }),
    ...(input.allowed_from && { allowedFrom: input.allowed_from }),
    ...(input.denied_from && { deniedFrom: input.denied_from }),
    ...(input.expires_at !== undefined && { expiresAt: input.expires_at }),
    createdAt,
    disabled: false,
  };
  await refusing(() => operator.store.addKey(key, { keyId: key.id, hash, display, createdAt }));
  await audit(operator, { ...toDeed('create', key.id), detail: describeInput(input) });
  return { ...(await readKey(operator, key.id)), secret };
}

/** What was asked for, in the words of the API rather than in those of the store. */
function describeInput({ limits, expires_at: expiresAt, ...rest }: z.output<typeof keyChanges>) {
  return {
    ...rest,
    ...(limits && { limits: encodeLimits(decodeLimits(limits)) }),
    ...(expiresAt !== undefined && { expires_at: expiresAt && formatTime(expiresAt) }),
  };
}

/** @throws GatewayError `not-found` */
export async function readKey(operator: Operator, keyId: string): Promise<KeyView> {
  return encodeKey(await requireKey(operator, keyId), operator.clock.now());
}

/**
 * In the order of their ids. What a key's status is shows only when its periods are brought up to date, so
 * that a page of those with one status may hold fewer than its limit and still go on.
 */
export async function listKeys(
  { store, clock }: Operator,
  { limit, after, status, ...query }: z.output<typeof keyQuery>,
): Promise<Page<KeyView>> {
  const conditions = toConditions(query);
  const size = status === undefined ? limit : lookSize;
  const now = clock.now();
  const data: KeyView[] = [];
  let next = after;
  for (let look = 0; look < mostLooks; look += 1) {
    const afterId = next === undefined ? {} : { afterId: next };
    const keys = await store.listKeys({ ...conditions, ...afterId, limit: size });
    for (const key of keys) {
      const view = encodeKey(key, now);
      if (status === undefined || view.status === status) data.push(view);
      next = view.id;
      if (data.length === limit) return { data, next };
    }
    if (keys.length < size) return { data, next: null };
  }
  return { data, next: next ?? null };
}

type KeyFilterInput = Pick<z.output<typeof keyQuery>, 'account_id' | 'group' | 'query'>;

function toConditions({
  account_id: accountId,
  group,
  query: text,
}: KeyFilterInput): KeyConditions {
  return {
    ...(accountId !== undefined && { accountId }),
    ...(group !== undefined && { group }),
    ...(text !== undefined && { text }),
  };
}

export async function changeKey(
  operator: Operator,
  keyId: string,
  input: z.output<typeof keyChanges>,
): Promise<KeyView> {
  if (input.groups !== undefined) checkGroups(operator, input.groups);
  const changed = await operator.store.changeKey(keyId, decodeChanges(input));
  if (changed === undefined) throw notFound('key');
  await audit(operator, { ...toDeed('change', keyId), detail: describeInput(input) });
  return readKey(operator, keyId);
}

/** Gives a key another secret; the old one works on for the overlap. */
export async function rotateKey(
  operator: Operator,
  keyId: string,
  { overlap_seconds: overlap }: z.output<typeof rotation>,
): Promise<CreatedKeyView> {
  const { secret, hash, display } = await createKeySecret();
  const createdAt = operator.clock.now();
  const isRotated = await refusing(() =>
    operator.store.rotateKey({ keyId, hash, display, createdAt }, createdAt + overlap * 1_000),
  );
  if (!isRotated) throw notFound('key');
  await audit(operator, { ...toDeed('rotate', keyId), detail: { overlap_seconds: overlap } });
  return { ...(await readKey(operator, keyId)), secret };
}

export async function deleteKey(operator: Operator, keyId: string): Promise<void> {
  if (!(await operator.store.deleteKey(keyId))) throw notFound('key');
  await audit(operator, toDeed('delete', keyId));
}

function decodeChanges(input: z.output<typeof keyChanges>): KeyChanges {
  const { name, groups, models, limits, disabled } = input;
  const { allowed_from: allowedFrom, denied_from: deniedFrom, expires_at: expiresAt } = input;
  return {
    ...(name !== undefined && { name }),
    ...(groups !== undefined && { groups }),
    ...(models !== undefined && { models }),
    ...(limits !== undefined && { limits: decodeLimits(limits) }),
    ...(allowedFrom !== undefined && { allowedFrom }),
    ...(deniedFrom !== undefined && { deniedFrom }),
    ...(expiresAt !== undefined && { expiresAt }),
    ...(disabled !== undefined && { disabled }),
  };
}

/** A key of a group that does not exist could never be used. */
function checkGroups(operator: Operator, names: readonly string[]): void {
  const known = operator.groups();
  const unknown = names.find((name) => !known.has(name));
  if (unknown === undefined) return;
  const list = [...known].join(', ');
  throw invalid(`There is no group ${JSON.stringify(unknown)}. There are: ${list}.`, 'groups');
}

async function checkAccount({ store }: Operator, accountId: string): Promise<void> {
  if ((await store.readAccount(accountId)) !== undefined) return;
  throw invalid(`There is no account ${JSON.stringify(accountId)}.`, 'account_id');
}

async function requireKey({ store }: Operator, keyId: string): Promise<ListedKey> {
  const found = await store.readKey(keyId);
  if (found === undefined) throw notFound('key');
  return found;
}

function toDeed(verb: 'create' | 'change' | 'rotate' | 'delete', keyId: string): Deed {
  return { action: `key.${verb}`, subjectKind: 'key', subjectId: keyId };
}
