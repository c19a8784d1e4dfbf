import type { Configuration, Provider, Snapshot, Upstream } from '@parley/core';
import type { Environment } from '../configuration/substitution.ts';
import type { UpstreamLine } from './banner.ts';

export interface UpstreamFacts {
  readonly routing: Snapshot;
  /** What a file says, without what was found in the environment. */
  readonly written: Configuration;
  readonly environment: Environment;
  /** Providers worth naming even when nothing was found for them. */
  readonly suggested: readonly Provider[];
}

/** The usable upstreams, and after them what a variable would add. */
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
    models: offline ? listFirst(models) : countModels(models.length),
  };
}

/** Enough to try; the list of models has the rest. */
function listFirst(models: readonly string[]): string {
  return [...models.slice(0, 3), ...(models.length > 3 ? ['…'] : [])].join(' ');
}

function countModels(count: number): string {
  if (count === 0) return 'models not known yet';
  return count === 1 ? '1 model' : `${String(count)} models`;
}

/** Call names: every model has one that begins with its upstream's name. */
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
