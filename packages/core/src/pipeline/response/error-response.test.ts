import {
  codecOf,
  dialectIds,
  errorCodes,
  GatewayError,
  omitUndefined,
  type DialectId,
  type ErrorCode,
  type JsonObject,
} from '@parley/protocol';
import { describe, expect, it } from 'vitest';
import { respondError } from './error-response.ts';

const respond = (dialect: DialectId, reason: string) =>
  respondError(codecOf(dialect), new GatewayError('unsupported', 'No.', { reason }), 'req_1');

const faults = [
  ['method_not_allowed', 405],
  ['upgrade_required', 426],
  ['unsupported_media_type', 415],
  ['unsupported_content_encoding', 415],
  ['conflict', 409],
  ['managed_by_file', 409],
  ['still_referred_to', 409],
] as const;

describe.each(dialectIds)('a fault of HTTP itself in %s', (dialect) => {
  it.each(faults)('%s has the same status in the head and in the body', async (reason, status) => {
    const response = respond(dialect, reason);
    expect(response.status).toBe(status);
    const { error } = (await response.json()) as { error: { code?: unknown } };
    const isNumber = typeof error.code === 'number';
    expect(isNumber ? error.code : status).toBe(status);
    if (!isNumber) expect(JSON.stringify(error)).toContain(reason);
  });
});

/** The status that the words of a body stand for; 4 or 5 where they stand for a whole class. */
const statusOfWord = new Map<unknown, number>([
  ['authentication_error', 401],
  ['permission_error', 403],
  ['not_found_error', 404],
  ['timeout_error', 504],
  ['overloaded_error', 529],
  ['invalid_request_error', 4],
  ['rate_limit_error', 429],
  ['insufficient_quota', 429],
  ['UNAUTHENTICATED', 401],
  ['PERMISSION_DENIED', 403],
  ['NOT_FOUND', 404],
  ['RESOURCE_EXHAUSTED', 429],
  ['DEADLINE_EXCEEDED', 504],
  ['INVALID_ARGUMENT', 4],
  ['UNAVAILABLE', 5],
  ['INTERNAL', 500],
  ['server_error', 5],
  ['upstream_error', 5],
]);

const upstreamBodies: readonly (JsonObject | undefined)[] = [
  undefined,
  { error: { code: 418, message: 'No.', status: 'FAILED_PRECONDITION' } },
  { error: { code: 'x', message: 'No.', type: 'x', param: null } },
];

describe.each(dialectIds)('every error in %s', (dialect) => {
  it.each(errorCodes)('%s has a status that its body does not contradict', async (code) => {
    for (const upstreamStatus of [undefined, 400, 404, 409, 415, 422, 429, 500, 503, 529]) {
      for (const upstreamBody of upstreamBodies) {
        const { status, body } = await encode(dialect, code, { upstreamStatus, upstreamBody });
        expect(status).toBeGreaterThanOrEqual(400);
        if (typeof body.code === 'number') expect(body.code).toBe(status);
        if (upstreamBody !== undefined) continue;
        const meant = statusOfWord.get(body.status ?? body.type) ?? 0;
        if (meant > 0) expect([status, Math.floor(status / 100)]).toContain(meant);
      }
    }
  });
});

interface UpstreamFacts {
  readonly upstreamStatus: number | undefined;
  readonly upstreamBody: JsonObject | undefined;
}

async function encode(dialect: DialectId, code: ErrorCode, facts: UpstreamFacts) {
  const error = new GatewayError(code, 'No.', omitUndefined(facts));
  const response = respondError(codecOf(dialect), error, 'req_1');
  const { error: body } = (await response.json()) as {
    error: { code?: unknown; status?: unknown; type?: unknown };
  };
  return { status: response.status, body };
}
