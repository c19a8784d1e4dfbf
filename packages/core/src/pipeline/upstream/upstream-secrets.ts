/** Lists what redaction masks for an upstream: credentials, base URLs, its proxy and account ids. */
import type { Secrets } from '@parley/protocol';
import type { Upstream } from '../../models/routing/snapshot.ts';

/** Headers whose value is a credential. */
const secretHeader = /auth|key|token|secret|password|cookie|credential|signature/i;

/** Minimum length of a secret in such a value; shorter parts are words, such as the scheme. */
const shortestPart = 8;

/** Segments of a path that look like an account id: long with a digit, or a long number. */
const accountId = /^(?:(?=.*\d)[\w-]{12,}|\d{6,})$/;

/** Returns everything that redaction masks in texts of an upstream. */
export function secretsOf(upstream: Upstream): Secrets {
  const { credential, headers, baseUrls, urlAuthorization, network } = upstream;
  const { proxy = 'none' } = network ?? {};
  const addresses = [...Object.values<string>(baseUrls), ...(proxy === 'none' ? [] : [proxy])];
  const urls = addresses.map((url) => new URL(url));
  const allHeaders = Object.entries(headers);
  const secret = allHeaders.filter(([name]) => secretHeader.test(name));
  const other = allHeaders.filter(
    ([name, value]) => !secretHeader.test(name) && value.length >= shortestPart,
  );
  return {
    credentials: [
      ...(credential === undefined ? [] : [credential]),
      ...secret.flatMap(([, value]) => secretsInHeader(value)),
      ...Object.values(urlAuthorization)
        .flatMap(Object.values<string>)
        .flatMap(secretsInHeader),
      ...urls.flatMap(secretsInUrl),
    ].filter((text) => text !== ''),
    places: [...other.map(([, value]) => value), ...urls.flatMap(placesOf)],
  };
}

/** All credentials of some upstreams, for the log. */
export function credentialsOf(upstreams: Iterable<Upstream>): readonly string[] {
  return [...upstreams].flatMap((upstream) => secretsOf(upstream).credentials);
}

/** A value may contain a scheme and several secrets; `Basic` encodes one. */
function secretsInHeader(value: string): string[] {
  const parts = value.split(/[\s,;]+/);
  if (parts.length === 1) return parts;
  return [...parts.filter((part) => part.length >= shortestPart), ...passwordsIn(value)];
}

function passwordsIn(value: string): string[] {
  const coded = /^basic\s+([^\s,;]+)/i.exec(value)?.[1];
  try {
    const text = coded === undefined ? undefined : atob(coded);
    if (text === undefined) return [];
    const [user = '', ...password] = text.split(':');
    // A token may stand in place of the user name.
    return [password.join(':') || user];
  } catch {
    return [];
  }
}

function secretsInUrl({ username, password, searchParams }: URL): string[] {
  const values = [...searchParams].filter(([name]) => secretHeader.test(name));
  // A token may stand in place of the user name.
  return [decode(password === '' ? username : password), ...values.map(([, value]) => value)];
}

function placesOf({ host, hostname, port, pathname }: URL): string[] {
  const ports = port === '' ? [] : [`port ${port}`, `port: ${port}`, `port=${port}`];
  const ids = pathname.split('/').filter((segment) => accountId.test(segment));
  return [host, hostname, ...ports, ...ids];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
