import { GatewayError, isJsonObject, type JsonValue } from '@parley/protocol';

const mask = '[redacted]';
const secretPatterns = [
  /\b(?:sk|pk|rk|xai|gsk|key)[-_][A-Za-z0-9_-]{8,}/g,
  /\bAIza[A-Za-z0-9_-]{20,}/g,
  /\bBearer\s+[A-Za-z0-9._~+/=-]{8,}/gi,
  /\b(?:org|proj|acct|user)[-_][A-Za-z0-9]{8,}/g,
  /\b(?:10|127|169\.254|172\.(?:1[6-9]|2\d|3[01])|192\.168)(?:\.\d{1,3}){2,3}(?::\d+)?/g,
];

/** Removes what looks like a credential, an account or an address from text a caller may see. */
export function redactText(text: string, secrets: readonly string[]): string {
  let clean = text;
  for (const secret of secrets) if (secret.length > 3) clean = clean.replaceAll(secret, mask);
  for (const pattern of secretPatterns) clean = clean.replace(pattern, mask);
  return clean;
}

function redactJson(value: JsonValue, secrets: readonly string[]): JsonValue {
  if (typeof value === 'string') return redactText(value, secrets);
  if (Array.isArray(value)) return value.map((item) => redactJson(item, secrets));
  if (!isJsonObject(value)) return value;
  // `request_id` is an id of one call, made to be quoted to the vendor's support.
  const entries = Object.entries(value).map(([name, item]): [string, JsonValue] => [
    name,
    name === 'request_id' ? (item ?? null) : redactJson(item ?? null, secrets),
  ]);
  return Object.fromEntries(entries);
}

/** The same error without anything of our account with the upstream in it. */
export function redactError(error: GatewayError, secrets: readonly string[]): GatewayError {
  return new GatewayError(error.code, redactText(error.message, secrets), {
    ...(error.reason === undefined ? {} : { reason: error.reason }),
    ...(error.param === undefined ? {} : { param: error.param }),
    ...(error.retryAfter === undefined ? {} : { retryAfter: error.retryAfter }),
    ...(error.upstreamStatus === undefined ? {} : { upstreamStatus: error.upstreamStatus }),
    ...(error.upstreamBody === undefined
      ? {}
      : { upstreamBody: redactJson(error.upstreamBody, secrets) }),
    ...(error.upstreamDialect === undefined ? {} : { upstreamDialect: error.upstreamDialect }),
    cause: error,
  });
}
