/** Finds the provider for a service that another gateway calls; used by the importers. */
import { findProvider, providers, type Provider, type UpstreamConfiguration } from '@parley/core';

export type Dialect = NonNullable<UpstreamConfiguration['dialect']>;

/** A variable of the environment, with what follows it in the value. */
export interface Reference {
  readonly variable: string;
  readonly after?: string;
}

/** What the source says about a service. */
export interface Service {
  /** Parley's id for the vendor, if it has one. */
  readonly provider?: string | undefined;
  /** Absent for the vendor's own. */
  readonly baseUrl?: string | Reference | undefined;
  /** What it speaks; by default what the vendor prefers, or `openai-chat`. */
  readonly dialect?: Dialect | undefined;
}

/**
 * The provider and base URL for a service. A vendor is used under its own base URL only, because its prices
 * apply there; elsewhere the provider is a compatible one. Model servers of the operator and clouds, whose base URLs
 * name a resource, keep their provider.
 */
export function describeService({
  provider: id,
  baseUrl,
  dialect,
}: Service): Pick<Service, 'baseUrl'> & { readonly provider: string } {
  const known = id === undefined ? undefined : findProvider(id);
  const own = typeof baseUrl === 'string' ? findByBaseUrl(baseUrl, known) : undefined;
  if (own !== undefined) return { provider: own.id };
  const usual = firstDialect(known);
  const isLocal = known?.free === true && (dialect ?? usual) === usual;
  const isCloud = known?.expectedDialects !== undefined;
  if (known !== undefined && (baseUrl === undefined || isLocal || isCloud)) {
    return { provider: known.id, baseUrl };
  }
  return { provider: findCompatible(dialect ?? usual ?? 'openai-chat'), baseUrl };
}

/** The variable that the vendor's own programs read the credential from. */
export function usualVariable(provider: string): string | undefined {
  return findProvider(provider)?.credentialEnvironment[0];
}

function findByBaseUrl(baseUrl: string, preferred: Provider | undefined): Provider | undefined {
  const wanted = normalise(baseUrl);
  return [...(preferred ? [preferred] : []), ...providers].find(({ baseUrls }) =>
    Object.values(baseUrls).some((own) => normalise(own) === wanted),
  );
}

/** Some gateways leave the version out of a base URL, and others write it. */
function normalise(baseUrl: string): string {
  return baseUrl.replace(/(?:\/v1(?:beta)?)?\/*$/, '');
}

function firstDialect(provider: Provider | undefined): Dialect | undefined {
  return provider && (Object.keys(provider.baseUrls) as Dialect[])[0];
}

function findCompatible(dialect: Dialect): string {
  const provider = providers.find(
    ({ credentialEnvironment, expectedDialects }) =>
      credentialEnvironment.length === 0 && expectedDialects?.[0] === dialect,
  );
  return provider?.id ?? 'openai-compatible';
}

const endpoints: readonly (readonly [ending: RegExp, dialect: Dialect])[] = [
  [/\/chat\/completions\/*$/, 'openai-chat'],
  [/\/v1\/messages\/*$/, 'anthropic-messages'],
  [/\/responses\/*$/, 'openai-responses'],
  [/\/v1beta\/models\/*$/, 'gemini-generate'],
];

/** Splits the URL of an endpoint into its base URL and its dialect; other URLs have no dialect. */
export function splitEndpoint(url: string): {
  readonly baseUrl: string;
  readonly dialect?: Dialect;
} {
  const found = endpoints.find(([ending]) => ending.test(url));
  if (found === undefined) return { baseUrl: url.replace(/\/+$/, '') };
  return { baseUrl: url.replace(found[0], ''), dialect: found[1] };
}
