/** Imports the YAML of the LiteLLM proxy. Its format: docs.litellm.ai, "Config.yaml", read 2026-11-26. */
import type { ImportDraft } from '../draft.ts';
import type { ImportedModel, ImportedTarget } from '../imported.ts';
import type { Importer } from '../importer.ts';
import { readDeployment, type Deployment } from './litellm-deployment.ts';
import { isObject, type SourceObject } from '../source-object.ts';

export const litellm: Importer = {
  id: 'litellm',
  name: 'the configuration of a LiteLLM proxy',
  recognise: (document) => isObject(document) && Array.isArray(document['model_list']),
  convert(source, draft) {
    const settings = [source.object('router_settings'), source.object('litellm_settings')];
    const deployments = readDeployments(source, draft, settings);
    const patterns = deployments.filter(({ isPattern }) => isPattern);
    const models = groupDeployments(deployments.filter(({ isPattern }) => !isPattern));
    const fallbacks = readFallbacks(
      settings,
      (name) => models.has(name) || deployments.some(({ id }) => id === name),
    );
    for (const [name, members] of models) {
      const model = createModel(members);
      const chain = fallbacks.get(name) ?? fallbacks.get('*') ?? [];
      const targets = appendFallbacks(model.targets, chain, (fallback) =>
        findTargets(fallback, models, deployments),
      );
      draft.setModel(name, { ...model, targets }, members[0]?.path ?? []);
    }
    const tiers = settings.flatMap((part) => readAliases(part.object('model_group_alias'), draft));
    const names = [...draft.models.keys(), ...patterns.map(({ callName }) => callName)];
    // Keys of the source can use these names only, and none of the upstreams' own.
    draft.setGroup('default', { models: [...new Set(names)], ...(tiers.length > 0 && { tiers }) });
    explainRest(source, settings);
  },
};

function readDeployments(
  source: SourceObject,
  draft: ImportDraft,
  settings: readonly SourceObject[],
): readonly Deployment[] {
  const credentials = new Map(
    source
      .objects('credential_list')
      .map((entry) => [entry.text('credential_name') ?? '', entry.object('credential_values')]),
  );
  const timeout = settings
    .map((part) => part.number('timeout', 'request_timeout'))
    .find((seconds) => seconds !== undefined);
  return source
    .objects('model_list')
    .flatMap((entry) => readDeployment(entry, { draft, credentials, timeout }) ?? []);
}

function groupDeployments(
  deployments: readonly Deployment[],
): ReadonlyMap<string, readonly Deployment[]> {
  const models = new Map<string, Deployment[]>();
  for (const deployment of deployments) {
    const members = models.get(deployment.callName) ?? [];
    models.set(deployment.callName, [...members, deployment]);
  }
  return models;
}

const metrics = ['weight', 'rpm', 'tpm'] as const;

/** LiteLLM shares out by the first of the metrics that the first deployment has. */
function createModel(members: readonly Deployment[]): ImportedModel {
  const metric = metrics.find((name) => members[0]?.[name] !== undefined);
  const orders = members.flatMap(({ order }) => order ?? []);
  const last = Math.max(0, ...orders) + 1;
  for (const { params } of members) {
    for (const rate of ['rpm', 'tpm'].filter((name) => params.has(name))) {
      const use = rate === metric ? 'is used as a weight only' : 'was not imported';
      params.note(rate, `${use}, because upstreams have no limits of their own.`);
    }
  }
  return {
    targets: members.map((member) => ({
      upstream: member.upstream,
      model: member.model,
      priority: member.order ?? (orders.length > 0 ? last : 0),
      weight: metric === undefined ? 1 : (member[metric] ?? 0),
    })),
    maxInputTokens: smallest(members.map(({ maxInputTokens }) => maxInputTokens)),
    maxOutputTokens: smallest(members.map(({ maxOutputTokens }) => maxOutputTokens)),
    acceptsImages: agree(members.map(({ acceptsImages }) => acceptsImages)),
  };
}

/** A call name has the limits that all its targets keep. */
function smallest(limits: readonly (number | undefined)[]): number | undefined {
  const known = limits.flatMap((limit) => limit ?? []).filter(isCount);
  return known.length === 0 ? undefined : Math.min(...known);
}

/** A call name accepts images if all its targets do. */
function agree(answers: readonly (boolean | undefined)[]): boolean | undefined {
  if (answers.includes(false)) return false;
  return answers.includes(undefined) ? undefined : true;
}

function isCount(limit: number): boolean {
  return Number.isInteger(limit) && limit > 0;
}

/** A fallback is the name of a model, or the id of one deployment. */
function findTargets(
  name: string,
  models: ReadonlyMap<string, readonly Deployment[]>,
  deployments: readonly Deployment[],
): readonly ImportedTarget[] {
  const members = models.get(name) ?? deployments.filter(({ id }) => id === name);
  return createModel(members).targets;
}

function appendFallbacks(
  targets: readonly ImportedTarget[],
  chain: readonly string[],
  find: (name: string) => readonly ImportedTarget[],
): readonly ImportedTarget[] {
  const all = [...targets];
  for (const name of chain) {
    const after = Math.max(...all.map(({ priority }) => priority)) + 1;
    const lowest = Math.min(...find(name).map(({ priority }) => priority));
    const isNew = ({ upstream, model }: ImportedTarget) =>
      !all.some((target) => target.upstream === upstream && target.model === model);
    const added = find(name).filter(isNew);
    all.push(...added.map((target) => ({ ...target, priority: target.priority - lowest + after })));
  }
  return all;
}

/** The models after each model, by its name; `*` for every model without an entry. */
function readFallbacks(
  settings: readonly SourceObject[],
  isKnown: (name: string) => boolean,
): ReadonlyMap<string, readonly string[]> {
  const chains = new Map<string, readonly string[]>();
  const add = (source: SourceObject, key: string, name = key) => {
    const models = source.texts(key);
    chains.set(name, [...(chains.get(name) ?? []), ...models]);
    const unknown = models.filter((model) => !isKnown(model));
    if (unknown.length > 0) {
      source.note(key, `leads to ${unknown.join(', ')}, which was not imported.`);
    }
  };
  for (const part of settings) {
    for (const entry of part.objects('fallbacks')) for (const name of entry.keys) add(entry, name);
    add(part, 'default_fallbacks', '*');
    for (const entry of part.objects('context_window_fallbacks')) {
      for (const name of entry.keys) {
        add(entry, name);
        entry.note(name, 'follows every failure of the model, not only prompts that are too long.');
      }
    }
  }
  return chains;
}

/** An alias is a call name with the same targets; a hidden one is a tier, which no list shows. */
function readAliases(aliases: SourceObject, draft: ImportDraft): readonly object[] {
  return aliases.keys.flatMap((name) => {
    const entry = aliases.object(name);
    const to = aliases.text(name) ?? entry.text('model') ?? '';
    const model = draft.models.get(to);
    if (model === undefined) {
      aliases.note(name, 'was not imported, because its model was not.');
      return [];
    }
    if (entry.flag('hidden') === true) return [{ match: 'exact', name, to }];
    draft.setModel(name, model, [...aliases.path, name]);
    return [];
  });
}

/** What has another place in Parley than the configuration. */
function explainRest(source: SourceObject, settings: readonly SourceObject[]): void {
  const general = source.object('general_settings');
  if (general.has('master_key')) {
    general.note('master_key', 'was not imported: clients need keys of `parley keys create`.');
  }
  const variables = source.object('environment_variables');
  for (const name of variables.keys) {
    variables.note(name, 'was not imported: set it in the environment of the gateway.');
  }
  for (const part of settings) {
    if (part.text('routing_strategy') === 'simple-shuffle') continue;
    if (part.has('routing_strategy')) {
      part.note('routing_strategy', 'was not imported: equal targets share calls by weight.');
    }
  }
}
