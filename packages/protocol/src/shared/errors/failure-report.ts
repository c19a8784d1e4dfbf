// Failures that single vendors report in fields of their own, with status 200; for `upstream-error` and the dialects.
import type { JsonObject } from '../../json/value.ts';
import { objectAt } from '../json-fields.ts';

/** The HTTP statuses that MiniMax's codes stand for (its page "Error Codes"); all others are failures of its own. */
const statusOfCode: Readonly<Record<number, number>> = {
  1001: 504,
  1002: 429,
  1004: 401,
  1008: 402,
  1026: 400,
  1027: 400,
  1039: 429,
  1041: 429,
  1042: 400,
  2013: 400,
  2045: 429,
  2049: 401,
  2056: 429,
  2061: 404,
};

/**
 * Returns the error of a body in which MiniMax reports one (`base_resp`, also in a stream), or Z.AI (`success`, such as
 * for a path that does not exist). `undefined` for any other body, including a successful one of MiniMax.
 */
export function findFailureReport(body: JsonObject): JsonObject | undefined {
  const { status_code: code, status_msg: message = null } = objectAt(body, 'base_resp') ?? {};
  if (typeof code === 'number' && code !== 0) {
    return { code: String(code), status: statusOfCode[code] ?? null, message };
  }
  if (body['success'] !== false) return undefined;
  return { code: body['code'] ?? null, message: body['msg'] ?? null };
}
