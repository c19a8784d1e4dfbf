/** Which dialects a provider or an upstream offers, at which base URLs, and which variables replace those. */
import type { DialectId } from '@parley/protocol';
import { holdsVersion } from './endpoint.ts';
import type { Provider } from './provider.ts';

/** The dialects that have a base URL, the preferred one first. */
export function offeredDialects({ baseUrls }: Pick<Provider, 'baseUrls'>): readonly DialectId[] {
  return Object.keys(baseUrls) as DialectId[];
}

/** The preferred dialect of a provider. */
export function firstDialect(provider: Provider): DialectId | undefined {
  return offeredDialects(provider)[0] ?? provider.expectedDialects?.[0];
}

/** The first dialect, and those with the same base URL. */
function dialectsAtFirstAddress(provider: Provider): readonly DialectId[] {
  const { baseUrls, expectedDialects = [] } = provider;
  const [first, ...others] = offeredDialects(provider);
  if (first === undefined) return expectedDialects;
  return [first, ...others.filter((dialect) => baseUrls[dialect] === baseUrls[first])];
}

/** The part of an upstream's configuration that determines its base URLs. */
export interface ConfiguredAddress {
  readonly base_url?: string | Partial<Readonly<Record<DialectId, string>>> | undefined;
  readonly dialect?: DialectId | undefined;
}

/**
 * The dialects of an upstream and their base URLs, the preferred one first. A configured `base_url` replaces
 * all base URLs of the provider, because the others would send requests elsewhere. When it names no dialect,
 * it applies to the configured one, otherwise to the provider's first, or to all those that are expected at it.
 */
export function addressesOf(
  upstream: ConfiguredAddress,
  provider: Provider,
): ReadonlyMap<DialectId, string> {
  const { base_url: baseUrl, dialect } = upstream;
  if (typeof baseUrl !== 'string') return mapOf(baseUrl ?? provider.baseUrls);
  const spoken = dialect === undefined ? dialectsOfPlainAddress(provider) : [dialect];
  return new Map(spoken.map((each) => [each, baseUrl]));
}

/** The dialects of a `base_url` that names none, the preferred one first. */
export function dialectsOfPlainAddress(provider: Provider): readonly DialectId[] {
  const [first] = offeredDialects(provider);
  return first === undefined ? (provider.expectedDialects ?? []) : [first];
}

/** What a base URL for a dialect looks like at a provider, with made-up names. */
export function exampleBaseUrl(
  { exampleBaseUrls }: Provider,
  dialect: DialectId | undefined,
): string {
  if (dialect === undefined) return 'https://host.example';
  const general = holdsVersion(dialect) ? 'https://host.example/v1' : 'https://host.example';
  return exampleBaseUrls?.[dialect] ?? general;
}

function mapOf(baseUrls: Provider['baseUrls']): ReadonlyMap<DialectId, string> {
  return new Map(Object.entries(baseUrls) as [DialectId, string][]);
}

const credentialEnding = /_(?:API_KEY|API_TOKEN|ACCESS_TOKEN|ACCESS_KEY|KEY|TOKEN|PAT)$/;

/**
 * The environment variables that replace a provider's base URL, by dialect. By default the name derives from
 * the credential variable: `GROQ_API_KEY` gives `GROQ_BASE_URL`; without a credential, from the provider's
 * id, as in `OLLAMA_BASE_URL`. It replaces the provider's first base URL, for every dialect with that base
 * URL.
 */
export function baseUrlVariables(provider: Provider): ReadonlyMap<DialectId, readonly string[]> {
  const named = Object.entries(provider.baseUrlEnvironment ?? {}) as [DialectId, string[]][];
  if (named.length > 0) return new Map(named);
  if (provider.builtIn !== undefined) return new Map();
  const credential = provider.credentialEnvironment[0];
  const prefix = credential?.replace(credentialEnding, '') ?? variableOf(provider.id);
  const names = [`${prefix}_BASE_URL`];
  return new Map(dialectsAtFirstAddress(provider).map((dialect) => [dialect, names]));
}

function variableOf(id: string): string {
  return id.toUpperCase().replace(/[^A-Z0-9]/g, '_');
}
