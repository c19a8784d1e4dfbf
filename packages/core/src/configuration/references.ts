/** Checks what the schema cannot: references to missing entries, and entries that contradict each other. */
import { omitUndefined } from '@parley/protocol';
import { addressesOf, exampleBaseUrl, firstDialect } from '../models/providers/addresses.ts';
import { compatible } from '../models/providers/compatible.ts';
import { authorizationHeaders } from '../models/providers/endpoint.ts';
import type { Provider } from '../models/providers/provider.ts';
import { findProvider, providers } from '../models/providers/providers.ts';
import { findNearestNames } from './names.ts';
import type { ConfigurationProblem } from './problem.ts';
import type { Configuration, ModelConfiguration, UpstreamConfiguration } from './schema.ts';

/**
 * Finds references to missing entries, and entries that contradict each other.
 * @returns nothing when the configuration can be used
 */
export function checkReferences(configuration: Configuration): ConfigurationProblem[] {
  const { upstreams, models } = configuration;
  return [
    ...Object.entries(upstreams).flatMap(([name, upstream]) => checkUpstream(name, upstream)),
    ...Object.entries(models).flatMap(([name, model]) => checkModel(name, model, upstreams)),
    ...checkFingerprints(configuration),
    ...checkPrices(configuration),
  ];
}

function checkUpstream(name: string, upstream: UpstreamConfiguration): ConfigurationProblem[] {
  const path = ['upstreams', name];
  const provider = findProvider(upstream.provider);
  if (provider === undefined) {
    const ids = providers.map(({ id }) => id);
    return [
      {
        path: [...path, 'provider'],
        message: `There is no provider ${quote(upstream.provider)}.`,
        suggestion: suggestName(upstream.provider, ids) ?? suggestCompatible(),
      },
    ];
  }
  const problem = checkAddress(upstream, provider) ?? checkCredential(upstream, provider);
  return problem === undefined ? [] : [{ ...problem, path: [...path, ...problem.path] }];
}

/** Joins names as a sentence does. Made when it is needed: for the first one, V8 reads 5 MB of data of all languages. */
function join(type: Intl.ListFormatType, names: Iterable<string>): string {
  return new Intl.ListFormat('en', { type }).format(names);
}

function suggestCompatible(): string {
  const ids = compatible.map(({ id }) => id);
  return `Use ${join('disjunction', ids)} with a base_url.`;
}

function checkAddress(
  upstream: UpstreamConfiguration,
  provider: Provider,
): ConfigurationProblem | undefined {
  const addresses = addressesOf(upstream, provider);
  const { dialect } = upstream;
  if (dialect !== undefined && !addresses.has(dialect) && addresses.size > 0) {
    return {
      path: ['dialect'],
      message: `This upstream does not offer ${dialect}.`,
      suggestion: `It offers ${join('conjunction', addresses.keys())}.`,
    };
  }
  if (addresses.size > 0) return undefined;
  return {
    path: ['base_url'],
    message:
      upstream.base_url === undefined
        ? `The provider ${provider.id} has no address of its own.`
        : 'The base_url holds no address.',
    suggestion: `Add a base_url, such as ${exampleBaseUrl(provider, dialect ?? firstDialect(provider))}.`,
  };
}

/** The vendor's own base URL requires the credential, unless a header is in its place; another one may not. */
function checkCredential(
  upstream: UpstreamConfiguration,
  provider: Provider,
): ConfigurationProblem | undefined {
  const [variable] = provider.credentialEnvironment;
  const optional = variable === undefined || upstream.base_url !== undefined;
  const isGiven = upstream.credential !== undefined || hasCredentialHeader(upstream, provider);
  if (optional || isGiven) return undefined;
  return {
    path: ['credential'],
    message: `The provider ${provider.id} needs a credential.`,
    suggestion: `Add credential: \${${variable}}.`,
  };
}

function hasCredentialHeader(
  { dialect, headers = {} }: UpstreamConfiguration,
  provider: Provider,
): boolean {
  const spoken = dialect ?? firstDialect(provider);
  const usual = spoken === undefined ? {} : authorizationHeaders(spoken, provider, '');
  return Object.keys(headers)
    .map((name) => name.toLowerCase())
    .some((name) => name === 'authorization' || Object.hasOwn(usual, name));
}

function checkModel(
  name: string,
  model: ModelConfiguration,
  upstreams: Configuration['upstreams'],
): ConfigurationProblem[] {
  return model.targets.flatMap(({ upstream }, index) => {
    if (Object.hasOwn(upstreams, upstream)) return [];
    const suggestion = suggestName(upstream, Object.keys(upstreams));
    return omitUndefined({
      path: ['models', name, 'targets', index, 'upstream'],
      message: `There is no upstream ${quote(upstream)}.`,
      suggestion,
    });
  });
}

/** Fingerprints are compared without regard to case, and must also differ from the names of upstreams. */
function checkFingerprints({ groups, upstreams }: Configuration): ConfigurationProblem[] {
  const owners = new Map<string, string>();
  for (const name of Object.keys(upstreams)) owners.set(name, `the upstream ${quote(name)}`);
  const problems: ConfigurationProblem[] = [];
  for (const [name, { fingerprint }] of Object.entries(groups)) {
    if (fingerprint === undefined) continue;
    const owner = owners.get(fingerprint.toLowerCase());
    if (owner === undefined) owners.set(fingerprint.toLowerCase(), `the group ${quote(name)}`);
    else {
      const message = `The fingerprint ${quote(fingerprint)} is already taken by ${owner}.`;
      problems.push({ path: ['groups', name, 'fingerprint'], message });
    }
  }
  return problems;
}

/** A price for an upstream that does not exist would never apply. */
function checkPrices({ prices = [], upstreams }: Configuration): ConfigurationProblem[] {
  return prices.flatMap(({ match }, index) => {
    const [name = ''] = match.split('/');
    if (name.includes('*') || Object.hasOwn(upstreams, name)) return [];
    const suggestion = suggestName(name, Object.keys(upstreams));
    return omitUndefined({
      path: ['prices', index, 'match'],
      message: `There is no upstream ${quote(name)}.`,
      suggestion,
    });
  });
}

function suggestName(name: string, candidates: readonly string[]): string | undefined {
  const [nearest] = findNearestNames(name, candidates, 1);
  return nearest === undefined ? undefined : `Did you mean ${nearest}?`;
}

function quote(name: string): string {
  return JSON.stringify(name);
}
