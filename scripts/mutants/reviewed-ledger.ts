/** The reviewed changes of estimates, usage reports and the ledger of SQL stores. */
import type { Reviewed } from './mutations.ts';

export const reviewedLedger: readonly Reviewed[] = [
  {
    file: 'packages/core/src/billing/usage/calendar.ts',
    source: 'const scanStepMs = 7 * dayMs;',
    before: '7',
    after: '8',
    reason: 'no zone changes its offset twice within eight days either',
  },
  {
    file: 'packages/store-sql/src/ledger/settlements.ts',
    source: "const done: Result<void> = { kind: 'done', value: undefined };",
    before: "'done'",
    after: '"done~"',
    reason: 'only failures are told apart from all others',
  },
  {
    file: 'packages/store-sql/src/ledger/transaction.ts',
    source: 'const old = records.filter(({ startedAt }) => startedAt < now - shortestRetentionMs);',
    before: 'now - shortestRetentionMs',
    after: 'now + shortestRetentionMs',
    reason: 'an exchange that is not old has its record, which is not added again either',
  },
  {
    file: 'packages/store-sql/src/ledger/transaction.ts',
    source: 'const old = records.filter(({ startedAt }) => startedAt < now - shortestRetentionMs);',
    before: 'startedAt < now - shortestRetentionMs',
    after: 'startedAt <= now - shortestRetentionMs',
    reason: 'an exchange that is not old has its record, which is not added again either',
  },
  {
    file: 'packages/store-sql/src/ledger/tentative-states.ts',
    source: 'if (accountId === undefined || known === undefined) return [];',
    before: 'accountId === undefined || known === undefined',
    after: 'accountId === undefined && known === undefined',
    reason: 'the states are those of the requests, so both are known',
  },
  {
    file: 'packages/store-sql/src/ledger/tentative-states.ts',
    source: 'const held = ofKey.get(key.keyId) ?? nothing;',
    before: 'ofKey.get(key.keyId) ?? nothing',
    after: 'ofKey.get(key.keyId)',
    reason: 'the states are those of the requests',
  },
  {
    file: 'packages/store-sql/src/ledger/tentative-states.ts',
    source: 'reserved: account.reserved - (ofAccount.get(account.accountId) ?? nothing).nanoUsd,',
    before: 'ofAccount.get(account.accountId) ?? nothing',
    after: 'ofAccount.get(account.accountId)',
    reason: 'the states are those of the requests',
  },
  {
    file: 'packages/store-sql/src/ledger/tentative-verdict.ts',
    source: "return { kind: 'decided', results, ...(!isExact && { correction }) };",
    before: "'decided'",
    after: '"decided~"',
    reason: 'only what is undone is told apart',
  },
  {
    file: 'packages/store-sql/src/ledger/tentative-verdict.ts',
    source: 'Math.abs(one.rateMs - other.rateMs) <= toleranceMs',
    before: 'Math.abs(one.rateMs - other.rateMs) <= toleranceMs',
    after: 'Math.abs(one.rateMs - other.rateMs) < toleranceMs',
    reason: 'the same amount of a rate differs by fractions of a millisecond',
  },
  {
    file: 'packages/store-sql/src/ledger/group-commit.ts',
    source: "typeof setImmediate === 'function' ? setImmediate : (run) => setTimeout(run, 0);",
    before: '0',
    after: '1',
    reason: 'a timer of 0 runs after one millisecond',
  },
  {
    file: 'packages/core/src/billing/tokens/estimate-memory.ts',
    source:
      'for (let at = 1; at < samples; at += 1) digest = mix(digest, text.charCodeAt(at * step));',
    before: '1',
    after: '2',
    reason: 'texts are compared when their digests are the same',
  },
  {
    file: 'packages/core/src/billing/tokens/estimate-memory.ts',
    source:
      'for (let at = 1; at < samples; at += 1) digest = mix(digest, text.charCodeAt(at * step));',
    before: 'at < samples',
    after: 'at <= samples',
    reason: 'texts are compared when their digests are the same',
  },
  {
    file: 'packages/core/src/billing/usage/calendar.ts',
    source: 'for (let time = from; time < until; time += scanStepMs) {',
    before: 'time < until',
    after: 'time <= until',
    reason: 'a span without length has no change',
  },
  {
    file: 'packages/core/src/billing/usage/calendar.ts',
    source:
      "const part = (clock: ReadonlyMap<string, string>, type: string) => clock.get(type) ?? '00';",
    before: "clock.get(type) ?? '00'",
    after: 'clock.get(type)',
    reason: 'the format has every part that is read',
  },
  {
    file: 'packages/core/src/billing/usage/calendar.ts',
    source:
      "const part = (clock: ReadonlyMap<string, string>, type: string) => clock.get(type) ?? '00';",
    before: "'00'",
    after: '"00~"',
    reason: 'the format has every part that is read',
  },
  {
    file: 'packages/core/src/billing/tokens/estimate-memory.ts',
    source: 'for (let at = 0; at < ends; at += 1) digest = mix(digest, text.charCodeAt(at));',
    before: 'at < ends',
    after: 'at <= ends',
    reason: 'texts are compared when their digests are the same',
  },
  {
    file: 'packages/core/src/billing/tokens/estimate-memory.ts',
    source:
      'for (let at = length - ends; at < length; at += 1) digest = mix(digest, text.charCodeAt(at));',
    before: 'at < length',
    after: 'at <= length',
    reason: 'texts are compared when their digests are the same',
  },
  {
    file: 'packages/core/src/billing/usage/key-limits.ts',
    source: 'const end = begun === undefined ? 0 : begun.startedAt + windowLengths[window];',
    before: '0',
    after: '1',
    reason: 'a window that has not begun is told apart by itself',
  },
  {
    file: 'packages/core/src/billing/usage/encode-key-usage.ts',
    source:
      'return Map.groupBy(steps, ({ time = 0 }) => days[starts.findLastIndex((start) => start <= time)]);',
    before: '0',
    after: '1',
    reason: 'sums by time have their time',
  },
  {
    file: 'packages/store-sql/src/ledger/credits.ts',
    source: "const noKey = '';",
    before: "''",
    after: '"~"',
    reason: 'no key has either id',
  },
  {
    file: 'packages/store-sql/src/ledger/credits.ts',
    source: 'const payer = { keyId: found.key_id ?? noKey, accountId: found.account_id };',
    before: 'found.key_id ?? noKey',
    after: 'found.key_id',
    reason: 'every charge names its key',
  },
  {
    file: 'packages/store-sql/src/ledger/kysely-statements.ts',
    source: "conflict.column('exchange_id').doUpdateSet(takeOver(Object.keys(some[0] ?? {}))),",
    before: 'some[0] ?? {}',
    after: 'some[0]',
    reason: 'no rows are never written',
  },
  {
    file: 'packages/store-sql/src/ledger/kysely-statements.ts',
    source: "conflict.column('key_id').doUpdateSet(takeOver(Object.keys(rows[0] ?? {}))),",
    before: 'rows[0] ?? {}',
    after: 'rows[0]',
    reason: 'no rows are never written',
  },
];
