/** Describes the upstreams for the banner. */
import type { Configuration, Provider, Snapshot, Upstream } from '@parley/core';
import type { Environment } from '../configuration/substitution.ts';
import type { UpstreamLine } from './banner.ts';

/** What the lines of the banner about upstreams are made of. */
export interface UpstreamFacts {
  readonly routing: Snapshot;
  /** The configuration file, without the environment. */
  readonly written: Configuration;
  readonly environment: Environment;
  /** Providers that are shown even when they have no credential. */
  readonly suggested: readonly Provider[];
}

/** The configured upstreams, and then the suggested providers that need a credential. */
export function describeUpstreams(facts: UpstreamFacts): readonly UpstreamLine[] {
  const upstreams = [...facts.routing.upstreams.values()];
  const used = new Set(upstreams.map(({ provider }) => provider.id));
  const missing = facts.suggested.filter(({ id }) => !used.has(id));
  return [
    ...upstreams.map((upstream) => describeUpstream(facts, upstream)),
    ...missing.map(({ id, credentialEnvironment: [variable] }) => ({
      name: id,
      usable: false,
      detail: `set ${variable ?? 'it up in parley.yaml'}`,
      models: '',
    })),
  ];
}

function describeUpstream(facts: UpstreamFacts, upstream: Upstream): UpstreamLine {
  const models = listModels(facts.routing, upstream.name);
  const offline = upstream.provider.builtIn !== undefined;
  return {
    name: upstream.name,
    usable: true,
    detail: offline ? 'built in, offline' : findOrigin(facts, upstream),
    models: offline ? listFirst(models) : describeModels(facts.routing, upstream.name),
  };
}

/** The first three models; `GET /v1/models` lists the others. */
function listFirst(models: readonly string[]): string {
  return [...models.slice(0, 3), ...(models.length > 3 ? ['…'] : [])].join(' ');
}

/** The number of its models; if it has not listed them, any other name may be called as well. */
function describeModels(routing: Snapshot, upstream: string): string {
  const count = listModels(routing, upstream).length;
  const counted = count === 1 ? '1 model' : `${String(count)} models`;
  if (!routing.unlisted.has(upstream)) return counted;
  const advice = `no list of models: call ${upstream}/<model>`;
  return count === 0 ? advice : `${counted} known, ${advice}`;
}

/** The models of an upstream, by the call names that begin with its name. */
function listModels({ groups }: Snapshot, upstream: string): readonly string[] {
  const prefix = `${upstream}/`;
  const names = [...groups.values()].flatMap(({ routes }) => [...routes.keys()]);
  const own = names.filter((name) => name.startsWith(prefix));
  return [...new Set(own)];
}

function findOrigin({ written, environment }: UpstreamFacts, upstream: Upstream): string {
  if (Object.hasOwn(written.upstreams, upstream.name)) return 'configured';
  const variable = upstream.provider.credentialEnvironment.find((name) => environment[name]);
  if (variable !== undefined) return variable;
  const [address] = Object.values(upstream.baseUrls);
  return address === undefined ? '' : new URL(address).host;
}
