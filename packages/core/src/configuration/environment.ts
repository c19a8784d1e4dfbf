/**
 * Configures upstreams and traces from environment variables, such as `OPENAI_API_KEY`; hosts merge them with the file.
 */
import type { DialectId } from '@parley/protocol';
import type { Provider } from '../models/providers/provider.ts';
import { providers } from '../models/providers/providers.ts';
import { baseUrlVariables, offeredDialects } from '../models/providers/addresses.ts';
import { originKey, type Origin } from './origin.ts';
import { ConfigurationError, type ConfigurationProblem } from './problem.ts';
import { traceOrigins, tracesFromEnvironment } from './environment-traces.ts';
import { type Configuration, configurationSchema, upstreamSchema } from './schema.ts';
import { readVariable, type Environment } from './variables.ts';

interface EnvironmentUpstream {
  readonly provider: string;
  readonly credential?: string;
  readonly base_url?: Partial<Record<DialectId, string>>;
}

/**
 * Creates an upstream for every provider whose credential is in the environment, for servers without a
 * credential whose base URL is, for clouds of which both are, and for built-in providers. When several providers
 * share a variable, only the first in the list uses it, so that a credential is not sent to several vendors.
 * @throws ConfigurationError when a value is not a valid URL or credential; names the variable without its
 * value
 */
export function configurationFromEnvironment(environment: Environment): Configuration {
  const upstreams: Record<string, EnvironmentUpstream> = {};
  const problems: ConfigurationProblem[] = [];
  for (const { provider, variables } of findProviders(environment)) {
    const upstream = upstreamOf(provider, variables);
    problems.push(...checkVariables(upstream, variables));
    upstreams[provider.id] = upstream;
  }
  if (problems.length > 0) throw new ConfigurationError(problems);
  return configurationSchema.parse({ upstreams, traces: tracesFromEnvironment(environment) });
}

/** Which variable each value of `configurationFromEnvironment` comes from, by path. */
export function originsFromEnvironment(environment: Environment): ReadonlyMap<string, Origin> {
  const places = new Map<string, Origin>();
  for (const { provider, variables } of findProviders(environment)) {
    const path = ['upstreams', provider.id];
    const [first] = variables;
    const origin: Origin =
      first === undefined
        ? { from: 'default', detail: 'built in' }
        : { from: 'environment', detail: first.name };
    places.set(originKey([...path, 'provider']), origin);
    for (const { name, means } of variables) {
      const field = means === 'credential' ? ['credential'] : ['base_url'];
      places.set(originKey([...path, ...field]), { from: 'environment', detail: name });
    }
  }
  for (const [path, origin] of traceOrigins(environment)) places.set(path, origin);
  return places;
}

interface FoundProvider {
  readonly provider: Provider;
  readonly variables: readonly Variable[];
}

/** The providers that the environment configures, each with its variables. */
function findProviders(environment: Environment): readonly FoundProvider[] {
  const taken = new Set<string>();
  const found: FoundProvider[] = [];
  for (const provider of providers) {
    const variables = findVariables(provider, environment, taken);
    if (!isWanted(provider, variables)) continue;
    for (const { name } of variables) taken.add(name);
    found.push({ provider, variables });
  }
  return found;
}

/** A variable that is set, and its purpose: the credential, or the base URL of a dialect. */
interface Variable {
  readonly name: string;
  readonly value: string;
  readonly means: 'credential' | DialectId;
}

/**
 * The first variable for the credential, and for the base URL of each dialect, that is set and not used by
 * another provider. One variable may be the base URL of several dialects.
 */
function findVariables(
  provider: Provider,
  environment: Environment,
  taken: ReadonlySet<string>,
): readonly Variable[] {
  const found: Variable[] = [];
  const take = (names: readonly string[], means: Variable['means']) => {
    const name = names.find((candidate) => readVariable(environment, candidate) !== '');
    if (name === undefined || taken.has(name)) return;
    found.push({ name, value: readVariable(environment, name), means });
  };
  if (provider.credentialIsGeneral !== true) take(provider.credentialEnvironment, 'credential');
  for (const [dialect, names] of baseUrlVariables(provider)) take(names, dialect);
  return found;
}

/**
 * A credential is enough unless the provider has no base URL of its own. A base URL without a credential is enough when
 * no credential is needed or when the vendor's own client reads the variable. Otherwise the variable may be meant for
 * another program.
 */
function isWanted(provider: Provider, variables: readonly Variable[]): boolean {
  if (provider.builtIn !== undefined) return true;
  const hasCredential = variables.some(({ means }) => means === 'credential');
  const hasAddress = variables.some(({ means }) => means !== 'credential');
  if (hasCredential) return hasAddress || offeredDialects(provider).length > 0;
  const byAddress =
    provider.credentialEnvironment.length === 0 || provider.baseUrlEnvironment !== undefined;
  return byAddress && hasAddress;
}

function upstreamOf(provider: Provider, variables: readonly Variable[]): EnvironmentUpstream {
  let upstream: EnvironmentUpstream = { provider: provider.id };
  for (const { value, means } of variables) {
    upstream =
      means === 'credential'
        ? { ...upstream, credential: value }
        : { ...upstream, base_url: { ...upstream.base_url, [means]: value } };
  }
  return upstream;
}

/** Names the invalid variable; the schema knows only the field that it sets. */
function checkVariables(
  upstream: EnvironmentUpstream,
  variables: readonly Variable[],
): ConfigurationProblem[] {
  const { error } = upstreamSchema.safeParse(upstream);
  if (error === undefined) return [];
  const wrong = new Set(error.issues.flatMap((issue) => issue.path));
  const credentials = variables.filter(({ means }) => means === 'credential');
  const addresses = variables.filter(({ means }) => means !== 'credential');
  return [
    ...(wrong.has('credential') ? problemsOf(credentials, noCredential) : []),
    ...(wrong.has('base_url') ? problemsOf(addresses, noAddress) : []),
  ];
}

const noCredential = 'This variable holds characters that no credential has.';
const noAddress = 'This variable holds no http or https address without the path of an endpoint.';

function problemsOf(variables: readonly Variable[], message: string): ConfigurationProblem[] {
  const names = new Set(variables.map(({ name }) => name));
  return [...names].map((name) => ({ path: [name], message }));
}
