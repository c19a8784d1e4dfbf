import type {
  AdminTokenRecord,
  ExchangeRecord,
  KeyRecord,
  StoredResponse,
} from '@parley/core/store';

/** A hash in the stored form, 64 hexadecimal digits, different for every number. */
export function sampleHash(serial: number): string {
  return serial.toString(16).padStart(64, '0');
}

/** A key that is valid for ever; every number gives another id and another hash. */
export function sampleKey(serial: number, changes: Partial<KeyRecord> = {}): KeyRecord {
  return {
    id: `key-${String(serial)}`,
    hash: sampleHash(serial),
    display: 'sk-abcde…wxyz',
    name: 'Laptop',
    group: 'default',
    createdAt: 1_700_000_000_000 + serial,
    disabled: false,
    ...changes,
  };
}

export function sampleAdminToken(
  serial: number,
  changes: Partial<AdminTokenRecord> = {},
): AdminTokenRecord {
  return {
    id: `token-${String(serial)}`,
    hash: sampleHash(serial),
    display: 'pa-abcde…wxyz',
    createdAt: 1_700_000_000_000 + serial,
    ...changes,
  };
}

/** An exchange in which every field is set. */
export function sampleExchange(id: string, changes: Partial<ExchangeRecord> = {}): ExchangeRecord {
  return {
    id,
    keyId: 'key-1',
    group: 'default',
    endpoint: '/v1/messages',
    inbound: 'anthropic-messages',
    outbound: 'openai-chat',
    callName: 'fast',
    upstream: 'first',
    upstreamModel: 'vendor/model-1',
    stream: true,
    outcome: 'failed',
    status: 502,
    errorCode: 'upstream-unavailable',
    attempts: 2,
    usage: {
      input: 11,
      cacheRead: 12,
      cacheWrite5m: 13,
      cacheWrite1h: 14,
      output: 15,
      reasoning: 16,
      estimated: true,
    },
    fidelity: 'lossy',
    notes: [
      { path: 'top_k', action: 'dropped', reason: 'The upstream has no such setting.' },
      { path: 'system', action: 'moved', reason: 'It became the first message.' },
    ],
    startedAt: 1_700_000_000_000,
    firstByteMs: 120,
    durationMs: 4_500,
    ...changes,
  };
}

/** An answer kept for a day. */
export function sampleResponse(id: string, changes: Partial<StoredResponse> = {}): StoredResponse {
  return {
    id,
    keyId: 'key-1',
    createdAt: 1_700_000_000_000,
    expiresAt: 1_700_086_400_000,
    input: '[{"role":"user","content":"Hi"}]',
    body: '{"id":"resp-1","output":[]}',
    ...changes,
  };
}

/** An exchange with nothing but what the contract demands. */
export function sparseExchange(id: string): ExchangeRecord {
  return {
    id,
    keyId: 'key-1',
    group: 'default',
    endpoint: '/v1/chat/completions',
    inbound: 'openai-chat',
    callName: '',
    stream: false,
    outcome: 'completed',
    status: 200,
    attempts: 0,
    fidelity: 'exact',
    notes: [],
    startedAt: 0,
    durationMs: 0,
  };
}
