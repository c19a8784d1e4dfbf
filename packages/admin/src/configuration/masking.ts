/** Masks secrets in parts of the configuration before an operator sees them. */
import { isJsonObject, type JsonObject } from '@parley/protocol';
import { encryptedCredentialField, encryptedHeadersField } from '@parley/core/extension';

/** Stands for a secret value. */
export const maskedValue = '***';

/**
 * A stored or declared entity without its credential. Headers may contain secrets, so only their names
 * remain; a proxy may contain a password.
 */
export function maskEntity(value: JsonObject): Record<string, unknown> {
  const {
    credential: _,
    [encryptedCredentialField]: __,
    [encryptedHeadersField]: encrypted,
    headers: plain,
    ...other
  } = value;
  const { proxy } = other;
  const rest = typeof proxy === 'string' ? { ...other, proxy: maskAddress(proxy) } : other;
  const names = [plain, encrypted].flatMap((each) => (isJsonObject(each) ? Object.keys(each) : []));
  if (names.length === 0) return plain === undefined ? rest : { ...rest, headers: {} };
  return { ...rest, headers: Object.fromEntries(names.map((name) => [name, maskedValue])) };
}

/** Names of fields whose value is a secret. */
const secretField = /credential|secret|token|password|cookie|api_?key/i;

/**
 * Any value of the configuration without credentials, header values, and users, passwords and query values
 * of addresses.
 */
export function maskValue(path: readonly PropertyKey[], value: unknown): unknown {
  if (value === null || value === undefined) return value;
  const names = path.map(String);
  // The name of an upstream or a model may be any word, such as "token".
  const fields = names[0] === 'upstreams' ? names.slice(2) : hasFreeNames(names[0]) ? [] : names;
  if (fields.some((name) => secretField.test(name) || name === 'headers')) return maskedValue;
  if (isWebhookUrl(names)) return maskedValue;
  return maskInside(value, hasFreeNames(names[0]));
}

/** The URL of a webhook is often its only credential. */
function isWebhookUrl([section, part, , field]: readonly string[]): boolean {
  return section === 'alerts' && part === 'webhooks' && field === 'url';
}

/** Whether the field names of a section are chosen by operators and its values are not secret. */
function hasFreeNames(section = ''): boolean {
  return ['models', 'groups', 'prices'].includes(section);
}

function maskInside(value: unknown, keepsAllFields: boolean): unknown {
  if (typeof value === 'string') return maskAddress(value);
  if (Array.isArray(value)) return value.map((inner: unknown) => maskInside(inner, keepsAllFields));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]: [string, unknown]) => [
      name,
      !keepsAllFields && secretField.test(name) ? maskedValue : maskInside(inner, keepsAllFields),
    ]),
  );
}

/** Users, passwords and query values of a URL may be secrets; its host and path are not. */
function maskAddress(text: string): string {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return text;
  if (!URL.canParse(text)) return maskedValue;
  const url = new URL(text);
  const mayHoldSecret = url.username !== '' || url.password !== '' || url.search !== '';
  if (!mayHoldSecret) return text;
  url.username = '';
  url.password = '';
  for (const name of [...url.searchParams.keys()]) url.searchParams.set(name, maskedValue);
  return url.href;
}
