import { windowNames, type KeyState, type WindowName } from '@parley/core/store';
import { fromNullable, toInteger, toNullable } from './column.ts';
import type { KeyStateRow } from './ledger-schema.ts';

/** @throws RangeError when a number cannot be kept exactly. */
export function encodeKeyState(state: KeyState): KeyStateRow {
  return {
    key_id: state.keyId,
    spent: toInteger(state.spent),
    tokens: toInteger(state.tokens),
    requests: toInteger(state.requests),
    reserved_nanos: toInteger(state.reservedNanos),
    reserved_tokens: toInteger(state.reservedTokens),
    running: toInteger(state.running),
    quota_reset: state.quota.reset ?? null,
    quota_started_at: toInteger(state.quota.startedAt),
    quota_nanos: toInteger(state.quota.nanos),
    quota_tokens: toInteger(state.quota.tokens),
    ...encodeWindow(state, '5h'),
    ...encodeWindow(state, '1d'),
    ...encodeWindow(state, '7d'),
    requests_whole_at: state.requestsWholeAt,
    tokens_whole_at: state.tokensWholeAt,
    last_used_at: toNullable(state.lastUsedAt, toInteger),
  };
}

export function decodeKeyState(row: KeyStateRow): KeyState {
  return {
    keyId: row.key_id,
    spent: row.spent,
    tokens: row.tokens,
    requests: row.requests,
    reservedNanos: row.reserved_nanos,
    reservedTokens: row.reserved_tokens,
    running: row.running,
    quota: {
      startedAt: row.quota_started_at,
      nanos: row.quota_nanos,
      tokens: row.quota_tokens,
      ...fromNullable('reset', row.quota_reset),
    },
    windows: Object.fromEntries(windowNames.flatMap((name) => decodeWindow(row, name))),
    requestsWholeAt: row.requests_whole_at,
    tokensWholeAt: row.tokens_whole_at,
    ...fromNullable('lastUsedAt', row.last_used_at),
  };
}

type WindowColumns<Name extends WindowName> = {
  readonly [Column in `window_${Name}_started_at`]: number | null;
} & { readonly [Column in `window_${Name}_nanos`]: number };

function encodeWindow<Name extends WindowName>(
  { windows }: KeyState,
  name: Name,
): WindowColumns<Name> {
  const window = windows[name];
  return {
    [`window_${name}_started_at`]: toNullable(window?.startedAt, toInteger),
    [`window_${name}_nanos`]: toInteger(window?.nanos ?? 0),
  } as WindowColumns<Name>;
}

function decodeWindow(
  row: KeyStateRow,
  name: WindowName,
): [WindowName, { readonly startedAt: number; readonly nanos: number }][] {
  const startedAt = row[`window_${name}_started_at`];
  return startedAt === null ? [] : [[name, { startedAt, nanos: row[`window_${name}_nanos`] }]];
}
