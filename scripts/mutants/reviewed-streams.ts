/** The reviewed changes of streams, estimates, usage reports and the ledger of SQL stores. */
import type { Mutation } from './mutations.ts';

interface Reviewed extends Pick<Mutation, 'file' | 'source' | 'before' | 'after'> {
  readonly reason: string;
}

export const reviewedStreams: readonly Reviewed[] = [
  {
    file: 'packages/core/src/billing/usage/calendar.ts',
    source: 'const scanStepMs = 7 * dayMs;',
    before: '7',
    after: '8',
    reason: 'no zone changes its offset twice within eight days either',
  },
  {
    file: 'packages/protocol/src/dialects/openai-chat/stream/choice-reader.ts',
    source: "if (typeof content === 'string' && content !== '') {",
    before: "'string'",
    after: '"string~"',
    reason: 'frames that repeat are then read in full, with the same events',
  },
  {
    file: 'packages/protocol/src/dialects/anthropic-messages/stream/observer.ts',
    source: 'return new MessageStreamObserver(target, true);',
    before: 'true',
    after: 'false',
    reason: 'frames that repeat are then read in full, and relayed the same',
  },
  {
    file: 'packages/protocol/src/dialects/openai-chat/stream/observer.ts',
    source: 'return new ChatStreamObserver(target, true);',
    before: 'true',
    after: 'false',
    reason: 'frames that repeat are then read in full, and relayed the same',
  },
  {
    file: 'packages/protocol/src/dialects/gemini-generate/stream/encoder.ts',
    source: "const tier = tierOf(this.#tier ?? '');",
    before: "''",
    after: '"~"',
    reason: 'neither is a tier',
  },
  {
    file: 'packages/protocol/src/dialects/openai-chat/stream/encoder.ts',
    source: "const tier = tierOf(event.serviceTier ?? '');",
    before: "''",
    after: '"~"',
    reason: 'neither is a tier',
  },
  {
    file: 'packages/protocol/src/dialects/openai-chat/stream/decoder.ts',
    source: "seed: chunk.id ?? '',",
    before: "''",
    after: '"~"',
    reason: 'only the letters and digits of a seed are used',
  },
  {
    file: 'packages/protocol/src/dialects/gemini-generate/stream/decoder.ts',
    source: "seed: id ?? '',",
    before: "''",
    after: '"~"',
    reason: 'only the letters and digits of a seed are used',
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
    file: 'packages/protocol/src/dialects/anthropic-messages/stream/block-writers.ts',
    source: 'readonly yields = false;',
    before: 'false',
    after: 'true',
    reason: 'such a part starts and ends at once, so nothing waits for its end',
  },
  {
    file: 'packages/protocol/src/dialects/openai-responses/stream/call-reader.ts',
    source: '#isCustom = false;',
    before: 'false',
    after: 'true',
    reason: 'it is set when the call begins, and not asked for before',
  },
  {
    file: 'packages/protocol/src/dialects/openai-chat/stream/observer.ts',
    source: "for (const part of objectsOf([call['function'] ?? null, call['custom'] ?? null])) {",
    before: "call['custom'] ?? null",
    after: "call['custom']",
    reason: 'only objects are read',
  },
  {
    file: 'packages/protocol/src/dialects/openai-chat/stream/choice-reader.ts',
    source:
      'const fragments = delta.tool_calls ?? (legacy ? [{ index: 0, function: legacy }] : []);',
    before: '0',
    after: '1',
    reason: 'it is the only call of its choice',
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
];
