/** Converts the form of a key into the input of the API. */
import type { View } from '../../api/client.ts';
import { readTypedNumber } from '../../money/typed-number.ts';
import { windowNames } from './limits.ts';

type Key = View<'Key'>;
type Reset = 'none' | 'day' | 'week' | 'month';

export interface KeyInput {
  readonly name?: string;
  readonly account_id?: string;
  /** The OpenAPI document describes only the first element. */
  readonly groups?: [string];
  readonly models?: string[];
  readonly limits: {
    readonly quota?: {
      readonly amount?: string;
      readonly tokens?: number;
      readonly reset: Reset;
    };
    readonly windows?: Partial<Record<(typeof windowNames)[number], string>>;
    readonly requests_per_minute?: number;
    readonly tokens_per_minute?: number;
    readonly concurrency?: number;
  };
  readonly allowed_from?: string[];
  readonly denied_from?: string[];
  readonly expires_at?: string;
}

/**
 * Reads the fields, which have the names of the API. Empty fields are absent, which means unlimited for a
 * new key; the API validates the values.
 */
export function readKeyInput(form: FormData): KeyInput {
  const name = textOf(form, 'name');
  const account = textOf(form, 'account_id');
  const groups = listGroups(form);
  // A call name may contain a comma, an address may not.
  const models = listOf(form, 'models', /\n/);
  const allowed = listOf(form, 'allowed_from', /[\n,]/);
  const denied = listOf(form, 'denied_from', /[\n,]/);
  const expiry = textOf(form, 'expires_at');
  return {
    ...(name !== '' && { name }),
    ...(account !== '' && { account_id: account }),
    ...(groups.length > 0 && { groups: groups as [string] }),
    ...(models.length > 0 && { models }),
    limits: readLimits(form),
    ...(allowed.length > 0 && { allowed_from: allowed }),
    ...(denied.length > 0 && { denied_from: denied }),
    ...(expiry !== '' && { expires_at: readMoment(expiry) }),
  };
}

/**
 * The input as changes of a key: empty fields are removed, except the name, which the API then refuses. Groups are left
 * out unless they change, because the API refuses those that the configuration no longer has.
 */
export function readKeyChanges(
  form: FormData,
  { expires_at: expiry, groups: before }: Pick<Key, 'expires_at' | 'groups'>,
) {
  const { account_id: _, groups, ...input } = readKeyInput(form);
  const none = { models: null, allowed_from: null, denied_from: null, expires_at: null };
  // The field has no seconds, which must be kept if it was not edited.
  const isKept = form.get('expires_at') === writeMoment(expiry);
  return {
    ...none,
    ...input,
    name: textOf(form, 'name'),
    ...(groups && !isSameChoice(groups, before) && { groups }),
    ...(isKept && { expires_at: expiry }),
  };
}

/** The key as the form has it. */
export function readEditedKey(form: FormData, key: Key): Key {
  const { limits, ...changes } = readKeyChanges(form, key);
  const { quota, ...others } = limits;
  return {
    ...key,
    ...changes,
    limits: {
      ...unlimited,
      ...others,
      quota: quota === undefined ? null : { amount: null, tokens: null, ...quota },
    },
  };
}

const unlimited = {
  windows: {},
  requests_per_minute: null,
  tokens_per_minute: null,
  concurrency: null,
} as const;

/** Whether the default group and the set of the others are the same. */
function isSameChoice(groups: readonly string[], before: readonly string[]): boolean {
  const isSameSet =
    groups.length === before.length && groups.every((name) => before.includes(name));
  return isSameSet && groups[0] === before[0];
}

function readLimits(form: FormData): KeyInput['limits'] {
  const amount = readTypedNumber(textOf(form, 'limits.quota.amount'));
  const tokens = textOf(form, 'limits.quota.tokens');
  const windows = windowNames.flatMap((window) => {
    const most = readTypedNumber(textOf(form, `limits.windows.${window}`));
    return most === '' ? [] : [[window, most] as const];
  });
  const rates = ['requests_per_minute', 'tokens_per_minute', 'concurrency'].flatMap((rate) => {
    const most = textOf(form, `limits.${rate}`);
    return most === '' ? [] : [[rate, Number(most)] as const];
  });
  const reset = (textOf(form, 'limits.quota.reset') || 'none') as Reset;
  return {
    ...((amount !== '' || tokens !== '') && {
      quota: {
        ...(amount !== '' && { amount }),
        ...(tokens !== '' && { tokens: Number(tokens) }),
        reset,
      },
    }),
    ...(windows.length > 0 && { windows: Object.fromEntries(windows) }),
    ...Object.fromEntries(rates),
  };
}

/** The default group first, then the others, each once. */
function listGroups(form: FormData): string[] {
  const [first, ...others] = form.getAll('groups').filter((name) => typeof name === 'string');
  return first === undefined ? [] : [...new Set([first, ...others])];
}

function listOf(form: FormData, name: string, separator: RegExp): string[] {
  return textOf(form, name)
    .split(separator)
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value.trim() : '';
}

/** A time in the browser's time zone; an invalid one is sent unchanged, so that the API rejects it. */
function readMoment(local: string): string {
  const moment = new Date(local);
  return Number.isNaN(moment.getTime()) ? local : moment.toISOString();
}

/** A time in the format of a date and time field, in the browser's time zone. */
export function writeMoment(moment: Key['expires_at']): string {
  if (moment === null) return '';
  const date = new Date(moment);
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}
