/** An upstream that can be called: its configuration, completed by the data of its provider. */
import { createDemoTransport } from '@parley/demo';
import { type DialectId, omitUndefined } from '@parley/protocol';
import { systemClock } from '../../clock.ts';
import type { UpstreamConfiguration } from '../../configuration/schema.ts';
import type { UpstreamNetwork, UpstreamTransport } from '../../ports.ts';
import { addressesOf } from '../providers/addresses.ts';
import { authorizationHeaders } from '../providers/endpoint.ts';
import type { Provider } from '../providers/provider.ts';
import { readDestination, type Destination } from '../providers/url-credentials.ts';

/** A configured remote service. */
export interface Upstream {
  readonly name: string;
  readonly provider: Provider;
  /**
   * The vendor whose provider state this upstream can read: the provider's, or a value of its own when the
   * vendor is unknown.
   */
  readonly vendor: string;
  /** Base URL by dialect, the preferred one first; at least one. */
  readonly baseUrls: Partial<Readonly<Record<DialectId, string>>>;
  /** The header for the user and the password that a base URL has in the configuration, by dialect. */
  readonly urlAuthorization: Partial<Readonly<Record<DialectId, Destination['authorization']>>>;
  readonly credential?: string;
  /** Sent with every request; names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The way to it, where the configuration has one. */
  readonly network?: UpstreamNetwork;
  /** True when the upstream's list of models is requested; false when the configuration lists them. */
  readonly discoversModels: boolean;
  /** The longest wait for the first byte of a streamed response, in milliseconds. */
  readonly firstByteMs: number;
  /** The longest time without data during a response, in milliseconds. */
  readonly idleMs: number;
  /** The longest time for a call, from its start to the end of the response, in milliseconds. */
  readonly totalMs: number;
  /** The transport of a built-in provider; other upstreams use the transport of the gateway. */
  readonly transport?: UpstreamTransport;
}

const builtInTransports: Readonly<Record<NonNullable<Provider['builtIn']>, UpstreamTransport>> = {
  demo: createDemoTransport({ now: () => systemClock.now() }),
};

/** A model in the list of an upstream. */
export interface DiscoveredModel {
  /** The upstream's name for it, 1 to 256 characters, no control characters. */
  readonly name: string;
  /** Maximum length of a prompt, in tokens, at least 1. */
  readonly maxInputTokens?: number;
  /** Maximum length of a reply, in tokens, at least 1. */
  readonly maxOutputTokens?: number;
  /** Whether a prompt may contain images. */
  readonly acceptsImages?: boolean;
  /** Seconds since 1970. */
  readonly createdAt?: number;
}

/** 1 to 256 characters, none of them a control or format character or an unpaired surrogate. */
const legalModelName = /^[^\p{C}]{1,256}$/u;

/** Whether a text may be sent as the name of a model. */
export function isModelName(text: string): boolean {
  return legalModelName.test(text);
}

/** The default timeouts, in seconds. */
export const defaultTimeouts = { firstByte: 60, idle: 60, total: 600 };

/** Creates an upstream from its configuration and the data of its provider. */
export function createUpstream(
  name: string,
  configured: UpstreamConfiguration,
  provider: Provider,
): Upstream {
  const { credential } = configured;
  const destinations = readDestinations(chosenAddresses(configured, provider));
  const isVendor = Object.keys(provider.baseUrls).length > 0;
  return omitUndefined({
    name,
    provider,
    vendor: isVendor ? provider.id : `${provider.id}:${name}`,
    baseUrls: Object.fromEntries(destinations.map(([dialect, { url }]) => [dialect, url])),
    urlAuthorization: Object.fromEntries(
      destinations.map(([dialect, { authorization }]) => [dialect, authorization]),
    ),
    credential,
    headers: lowerCaseNames(configured.headers ?? {}),
    network: networkOf(configured),
    discoversModels: configured.models === undefined,
    firstByteMs: (configured.first_byte_timeout ?? defaultTimeouts.firstByte) * 1_000,
    idleMs: (configured.idle_timeout ?? defaultTimeouts.idle) * 1_000,
    totalMs: (configured.total_timeout ?? defaultTimeouts.total) * 1_000,
    transport: provider.builtIn && builtInTransports[provider.builtIn],
  });
}

function chosenAddresses(
  configured: UpstreamConfiguration,
  provider: Provider,
): Upstream['baseUrls'] {
  const addresses = [...addressesOf(configured, provider)];
  const only = configured.dialect;
  return Object.fromEntries(
    addresses.filter(([dialect]) => only === undefined || dialect === only),
  );
}

/** Moves users and passwords out of the base URLs, because runtimes differ in what they send of them. */
function readDestinations(addresses: Upstream['baseUrls']): (readonly [string, Destination])[] {
  return Object.entries(addresses).map(([dialect, address]) => [dialect, readDestination(address)]);
}

/**
 * The headers that the configuration gives to every request in a dialect. Those of the base URL yield to the configured
 * ones, and both to that of the credential.
 */
export function configuredHeaders(
  { urlAuthorization, headers, provider, credential }: Upstream,
  dialect: DialectId,
): Readonly<Record<string, string>> {
  return {
    ...urlAuthorization[dialect],
    ...headers,
    ...authorizationHeaders(dialect, provider, credential),
  };
}

function networkOf({ proxy, ca }: UpstreamConfiguration): UpstreamNetwork | undefined {
  return proxy === undefined && ca === undefined ? undefined : omitUndefined({ proxy, ca });
}

function lowerCaseNames(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}
