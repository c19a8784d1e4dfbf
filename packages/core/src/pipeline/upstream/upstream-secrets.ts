/** What of an upstream must never reach a caller: its credentials, and where it and our account live. */
import type { Secrets } from '@parley/protocol';
import type { Upstream } from '../../models/routing/snapshot.ts';

/** Headers whose value opens something; the values of others may be told in part. */
const secretHeader = /auth|key|token|secret|password|cookie|credential|signature/i;

/** Parts of a secret header that are shorter are words, such as its scheme. */
const shortestPart = 8;

/** Segments of an address that look like the id of an account: long with a digit, or a long number. */
const accountId = /^(?:(?=.*\d)[\w-]{12,}|\d{6,})$/;

export function secretsOf({ credential, headers, baseUrls }: Upstream): Secrets {
  const urls = Object.values<string>(baseUrls).map((url) => new URL(url));
  const told = Object.entries(headers);
  const secret = told.filter(([name]) => secretHeader.test(name));
  const other = told.filter(
    ([name, value]) => !secretHeader.test(name) && value.length >= shortestPart,
  );
  return {
    credentials: [
      ...(credential === undefined ? [] : [credential]),
      ...secret.flatMap(([, value]) => secretsInHeader(value)),
      ...urls.flatMap(secretsInUrl),
    ].filter((text) => text !== ''),
    places: [...other.map(([, value]) => value), ...urls.flatMap(placesOf)],
  };
}

/** All credentials of some upstreams, for the log. */
export function credentialsOf(upstreams: Iterable<Upstream>): readonly string[] {
  return [...upstreams].flatMap((upstream) => secretsOf(upstream).credentials);
}

/** A value may have a scheme before its secret, or hold several; `Basic` holds a coded one. */
function secretsInHeader(value: string): string[] {
  const parts = value.split(/[\s,;]+/);
  const long = parts.filter((part) => part.length >= shortestPart);
  const [scheme = '', coded = ''] = parts;
  const password = scheme.toLowerCase() === 'basic' ? passwordIn(coded) : '';
  return parts.length === 1 ? [value] : [...long, password];
}

function passwordIn(coded: string): string {
  try {
    const text = atob(coded);
    return text.slice(text.indexOf(':') + 1);
  } catch {
    return '';
  }
}

function secretsInUrl({ username, password, searchParams }: URL): string[] {
  const values = [...searchParams].filter(([name]) => secretHeader.test(name));
  // A token may stand alone, where else the name of a user does.
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
