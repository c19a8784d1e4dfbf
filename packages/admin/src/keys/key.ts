/**
 * The shape of a key: what the API accepts, what the store keeps and what the API returns. A new field of a
 * key is added here, a new limit in `key-limits.ts`, and nowhere else in this package.
 */
import { omitUndefined } from '@parley/protocol';
import * as z from 'zod';
import { isAddressRange, keyStatus } from '@parley/core/extension';
import { advanceKeyState } from '@parley/core/ledger';
import type { KeyChanges, KeyRecord, KeyState, ListedKey } from '@parley/core/store';
import { formatDollars } from '../shared/dollars.ts';
import { createEtag, etag } from '../shared/etag.ts';
import { id, name, patterns } from '../shared/schemas.ts';
import { formatTime, formatTimeOrNull, time } from '../shared/times.ts';
import { decodeLimits, limits, limitsView, toLimitsView } from './key-limits.ts';

const addresses = z
  .array(z.string().refine(isAddressRange, 'Use an address or a range.'))
  .min(1)
  .max(1_000, 'Use at most 1,000 entries.')
  .describe('IP addresses and CIDR ranges, such as 192.0.2.0/24.');

const leastGroups = 'Use a list with the name of at least one group.';
const group = z.string(leastGroups).min(1, leastGroups);

const groups = z
  .tuple([group], group, leastGroups)
  .refine((names) => new Set(names).size === names.length, 'Name each group once.')
  .describe('The groups that the key may use; the first one is its default group.');

/** The fields that a key may lack. */
const optional = {
  models: patterns,
  allowed_from: addresses,
  denied_from: addresses,
  expires_at: time,
};

/** Validates a new key, and fills in its defaults. */
export const newKey = z
  .strictObject({
    name: name.default('key'),
    account_id: id.default('default'),
    groups: groups.optional().describe('The group `default` by default.'),
    models: optional.models.optional(),
    limits: limits.default({}),
    allowed_from: optional.allowed_from.optional(),
    denied_from: optional.denied_from.optional(),
    expires_at: optional.expires_at.optional(),
  })
  .describe('A new key.');
type NewKey = z.output<typeof newKey>;

/** Validates a change of a key. Absent fields stay as they are, and `null` removes what is optional. */
export const keyChanges = z
  .strictObject({
    name,
    groups,
    models: optional.models.nullable(),
    limits: limits.describe('Replaces all limits.'),
    allowed_from: optional.allowed_from.nullable(),
    denied_from: optional.denied_from.nullable(),
    expires_at: optional.expires_at.nullable(),
    disabled: z.boolean(),
  })
  .partial()
  .describe('The fields to change; null removes a restriction.');

/** A new key in the format of the store. */
export function decodeNewKey(
  { account_id: accountId, groups: names = ['default'], ...input }: NewKey,
  created: Pick<KeyRecord, 'id' | 'createdAt'>,
): KeyRecord {
  const { name: keyName, limits: keyLimits, ...rest } = input;
  return {
    ...created,
    name: keyName,
    accountId,
    groups: names,
    limits: decodeLimits(keyLimits),
    ...decodeOptional<never>(rest),
    disabled: false,
  };
}

/** Changes of a key in the format of the store. */
export function decodeKeyChanges(input: z.output<typeof keyChanges>): KeyChanges {
  const { name: newName, groups: names, limits: newLimits, disabled, ...rest } = input;
  return omitUndefined({
    name: newName,
    groups: names,
    limits: newLimits && decodeLimits(newLimits),
    disabled,
    ...decodeOptional<null>(rest),
  });
}

type Optional = { readonly [Name in keyof typeof optional]: z.output<(typeof optional)[Name]> };
/** @typeParam Cleared null where a field may be removed */
type OptionalInput<Cleared> = {
  readonly [Name in keyof Optional]?: Optional[Name] | Cleared | undefined;
};

function decodeOptional<Cleared extends null>(input: OptionalInput<Cleared>) {
  const { models, allowed_from: allowedFrom, denied_from: deniedFrom, expires_at } = input;
  return omitUndefined({
    models,
    allowedFrom,
    deniedFrom,
    expiresAt: expires_at,
  });
}

/** A request as the audit log keeps it: with the field names and value formats of the API. */
export function describeKeyInput({
  limits: input,
  expires_at: expiresAt,
  ...rest
}: NewKey | z.output<typeof keyChanges>): Record<string, unknown> {
  return omitUndefined({
    ...rest,
    limits: input && toLimitsView(decodeLimits(input)),
    expires_at: expiresAt && formatTime(expiresAt),
  });
}

/** A secret that was replaced stops working after 90 days at the latest. */
const maxOverlapSeconds = 7_776_000;

/** Validates the rotation of a key: how long the old secret still works, in seconds. */
export const rotation = z
  .strictObject({
    overlap_seconds: z
      .int()
      .min(0)
      .max(maxOverlapSeconds)
      .default(0)
      .describe('How long the old secret keeps working.'),
  })
  .describe('A replacement of the secret.');

const windowView = z.strictObject({ spent: z.string(), started_at: z.string() });

/** A key as the API writes it, without its secret; amounts are decimal texts in dollars. */
export const keyView = z
  .strictObject({
    object: z.literal('key'),
    etag,
    id: z.string(),
    display: z.string().describe('The beginning and the end of the secret, to recognize it.'),
    name: z.string(),
    account_id: z.string(),
    groups: z.array(z.string()),
    models: z.array(z.string()).nullable(),
    limits: limitsView,
    allowed_from: z.array(z.string()).nullable(),
    denied_from: z.array(z.string()).nullable(),
    created_at: z.string(),
    expires_at: z.string().nullable(),
    last_used_at: z.string().nullable(),
    disabled: z.boolean(),
    status: z.enum(['active', 'disabled', 'expired', 'quota_exhausted']),
    usage: z.strictObject({
      spent: z.string().describe('In dollars, since the key was created.'),
      tokens: z.int(),
      requests: z.int(),
      reserved: z.string().describe('In dollars, held for running exchanges.'),
      running: z.int().describe('Number of running exchanges.'),
      quota: z.strictObject({
        spent: z.string(),
        tokens: z.int(),
        started_at: z.string().nullable(),
      }),
      windows: z.record(z.string(), windowView),
    }),
  })
  .meta({ id: 'Key' });

/** A key in the format of the API. */
export type KeyView = z.infer<typeof keyView>;

/** A new key as the API writes it, once: the only form that has the secret. */
export const createdKeyView = keyView
  .extend({ secret: z.string().describe('Returned only in this response.') })
  .meta({ id: 'CreatedKey' });

/** A new key in the format of the API, with its secret. */
export type CreatedKeyView = z.infer<typeof createdKeyView>;

/** Whether a key may be used, by its limits in the current quota period and windows. */
export function statusOf({ key, state }: ListedKey, now: number): KeyView['status'] {
  return keyStatus(key, advanceKeyState(state, key.limits, now), now);
}

/** A key in the format of the API, with its usage in the current quota period and windows. */
export function toKeyView({ key, display, state }: ListedKey, now: number): KeyView {
  const current = advanceKeyState(state, key.limits, now);
  const settings = {
    name: key.name,
    account_id: key.accountId,
    groups: [...key.groups],
    models: copyOrNull(key.models),
    limits: toLimitsView(key.limits),
    allowed_from: copyOrNull(key.allowedFrom),
    denied_from: copyOrNull(key.deniedFrom),
    expires_at: formatTimeOrNull(key.expiresAt),
    disabled: key.disabled,
  };
  return {
    object: 'key',
    etag: createEtag({ ...settings, display }),
    id: key.id,
    display,
    ...settings,
    created_at: formatTime(key.createdAt),
    last_used_at: formatTimeOrNull(state.lastUsedAt),
    status: keyStatus(key, current, now),
    usage: toUsageView(current),
  };
}

function toUsageView(state: KeyState): KeyView['usage'] {
  const { quota, windows } = state;
  return {
    spent: formatDollars(state.spent),
    tokens: state.tokens,
    requests: state.requests,
    reserved: formatDollars(state.reservedNanoUsd),
    running: state.running,
    quota: {
      spent: formatDollars(quota.nanoUsd),
      tokens: quota.tokens,
      // 0 stands for a quota that is never reset.
      started_at: formatTimeOrNull(quota.startedAt || undefined),
    },
    windows: Object.fromEntries(
      Object.entries(windows).map(([name, { nanoUsd, startedAt }]) => [
        name,
        { spent: formatDollars(nanoUsd), started_at: formatTime(startedAt) },
      ]),
    ),
  };
}

function copyOrNull(list: readonly string[] | undefined): string[] | null {
  return list === undefined ? null : [...list];
}
