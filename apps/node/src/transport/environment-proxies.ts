/** Finds the proxy of a URL in the environment; used by the transport over undici and by `parley doctor`. */
import { ConfigurationError } from '@parley/core';
import { isAddressRange, isOnList } from '@parley/core/extension';
import type { Environment } from '@parley/host';

/** Returns the URL of the proxy for a URL; `undefined` when it is called directly. */
export type ProxyRule = (url: URL) => string | undefined;

const variables = { 'http:': 'HTTP_PROXY', 'https:': 'HTTPS_PROXY' } as const;

/**
 * Reads `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY`, of which lower-case names take precedence, as in curl.
 * This machine itself is always called directly, as in Go: a proxy elsewhere cannot reach it.
 * @throws ConfigurationError for a proxy that is no HTTP URL; names the variable without its value
 */
export function readEnvironmentProxies(environment: Environment): ProxyRule {
  const proxies = new Map(
    Object.entries(variables).map(([protocol, name]) => [protocol, readProxy(environment, name)]),
  );
  const exceptions = readVariable(environment, 'NO_PROXY')
    .split(/[\s,]+/)
    .map(readException);
  return (url) => {
    const proxy = proxies.get(url.protocol);
    if (proxy === undefined) return undefined;
    const place = { host: hostOf(url.hostname), port: url.port || defaultPort(url.protocol) };
    const isDirect = isThisMachine(place.host) || exceptions.some((matches) => matches(place));
    return isDirect ? undefined : proxy;
  };
}

function readVariable(environment: Environment, name: string): string {
  return (environment[name.toLowerCase()] || environment[name] || '').trim();
}

function readProxy(environment: Environment, name: string): string | undefined {
  const written = readVariable(environment, name);
  if (written === '') return undefined;
  const url = written.includes('://') ? written : `http://${written}`;
  if (/^https?:/i.test(url) && URL.canParse(url)) return url;
  throw new ConfigurationError([
    { path: [name], message: 'This variable holds no address of an HTTP proxy.' },
  ]);
}

/** Where a call goes: a name or an IP address in lower case without brackets, and a port. */
interface Place {
  readonly host: string;
  readonly port: string;
}

/** An entry of `NO_PROXY`: `*`, a domain with its subdomains, `*.domain`, an address or a range, with a port or without. */
function readException(entry: string): (place: Place) => boolean {
  const [, bracketed, plain = entry, port] = /^(?:\[(.+)\]|([^:]*))(?::(\d+))?$/.exec(entry) ?? [];
  const name = hostOf(bracketed ?? plain);
  const matchesHost = createHostMatcher(name);
  return (place) => (port === undefined || port === place.port) && matchesHost(place.host);
}

function createHostMatcher(name: string): (host: string) => boolean {
  if (name === '*') return () => true;
  if (isAddressRange(name)) return (host) => isOnList([name], host);
  const domain = name.replace(/^\*?\./, '');
  const onlyBelow = name.startsWith('*');
  return (host) => host.endsWith(`.${domain}`) || (!onlyBelow && host === domain);
}

/** Lower case, without the brackets of an IPv6 address and the final dot of a domain. */
function hostOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/(?<=.)\.$/, '');
}

function defaultPort(protocol: string): string {
  return protocol === 'https:' ? '443' : '80';
}

function isThisMachine(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || isOnList(loopback, host);
}

const loopback = ['127.0.0.0/8', '::1'];
