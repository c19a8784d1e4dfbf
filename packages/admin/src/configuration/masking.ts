import { maskedValue } from './entity-view.ts';

/** Fields whose value is a secret, whatever stands around them. */
const secretField = /credential|secret|token|password|cookie|api_?key/i;

/**
 * A value of the configuration as operators may see it: no credential, no value of a header, no user and
 * no password in an address.
 */
export function maskValue(path: readonly PropertyKey[], value: unknown): unknown {
  if (value === null || value === undefined) return value;
  const names = path.map(String);
  // The name of an upstream or of a model may be any word.
  const fields = names[0] === 'upstreams' ? names.slice(2) : isNamed(names[0]) ? [] : names;
  if (fields.some((name) => secretField.test(name) || name === 'headers')) return maskedValue;
  return maskInside(value, isNamed(names[0]));
}

function isNamed(section = ''): boolean {
  return ['models', 'groups', 'prices'].includes(section);
}

function maskInside(value: unknown, isPlain: boolean): unknown {
  if (typeof value === 'string') return maskAddress(value);
  if (Array.isArray(value)) return value.map((inner: unknown) => maskInside(inner, isPlain));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]: [string, unknown]) => [
      name,
      !isPlain && secretField.test(name) ? maskedValue : maskInside(inner, isPlain),
    ]),
  );
}

/** Users, passwords and queries may be secrets; where an address leads is not. */
function maskAddress(text: string): string {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return text;
  if (!URL.canParse(text)) return maskedValue;
  const url = new URL(text);
  const hides = url.username !== '' || url.password !== '' || url.search !== '';
  if (!hides) return text;
  url.username = '';
  url.password = '';
  for (const name of [...url.searchParams.keys()]) url.searchParams.set(name, maskedValue);
  return url.href;
}
