/** Imports a config of Portkey's gateway. Its format: src/middlewares/requestValidator/schema/config.ts, read 2026-11-26. */
import type { ImportDraft } from '../draft.ts';
import type { ImportedTarget } from '../imported.ts';
import type { Importer } from '../importer.ts';
import { splitEndpoint } from '../service.ts';
import { isObject, type SourceObject } from '../source-object.ts';

export const portkey: Importer = {
  id: 'portkey',
  name: 'a config of Portkey',
  recognise: (document) =>
    isObject(document) &&
    ((isObject(document['strategy']) && Array.isArray(document['targets'])) ||
      typeof document['provider'] === 'string' ||
      typeof document['virtual_key'] === 'string'),
  convert(source, draft) {
    const targets = readTargets(source, {}, draft);
    const named = targets.filter((target): target is ImportedTarget => target.model !== undefined);
    const [first] = named;
    if (first === undefined) {
      explainOpenModels(source, targets, draft);
      return;
    }
    for (const { upstream, model } of named) draft.listModel(upstream, model);
    draft.setModel(first.model, { targets: named }, source.path);
    // Whatever model a request names, the config decides which one runs.
    const tiers = [{ match: 'glob', name: '*', to: first.model }];
    draft.setGroup('default', { models: [first.model], tiers });
  },
};

/** A target, whose model may be left to the client. */
type FoundTarget = Omit<ImportedTarget, 'model'> & { readonly model: string | undefined };

/** What targets get from the targets around them, unless they have it themselves. */
interface Inherited {
  readonly model?: string | undefined;
  readonly host?: string | undefined;
  readonly timeoutMs?: number | undefined;
}

function readTargets(
  source: SourceObject,
  around: Inherited,
  draft: ImportDraft,
): readonly FoundTarget[] {
  const inherited = {
    model: source.object('override_params', 'overrideParams').text('model') ?? around.model,
    host: source.text('custom_host', 'customHost') ?? around.host,
    timeoutMs: source.number('request_timeout', 'requestTimeout') ?? around.timeoutMs,
  };
  const strategy = source.object('strategy');
  const mode = strategy.text('mode') ?? 'single';
  explainRepetition(source, strategy);
  const targets = source.objects('targets');
  if (targets.length === 0) return readLeaf(source, inherited, draft);
  if (mode === 'conditional') {
    source.drop('was not imported: conditions of requests have no counterpart.');
    return [];
  }
  const used = mode === 'single' ? targets.slice(0, 1) : targets;
  const lists = used.map((target) => readTargets(target, inherited, draft));
  if (mode === 'loadbalance') return lists.flatMap((list, index) => weigh(list, used[index]));
  return lists.reduce((before, list) => {
    const after = Math.max(-1, ...before.map(({ priority }) => priority)) + 1;
    return [...before, ...list.map((target) => ({ ...target, priority: target.priority + after }))];
  }, []);
}

/** The targets in a share have the weight of the share. */
function weigh(
  list: readonly FoundTarget[],
  source: SourceObject | undefined,
): readonly FoundTarget[] {
  const weight = source?.number('weight') ?? 1;
  if (weight <= 0) {
    source?.drop('was not imported, because its weight is 0.');
    return [];
  }
  return list.map((target) => ({ ...target, weight: target.weight * weight }));
}

function explainRepetition(source: SourceObject, strategy: SourceObject): void {
  if (source.has('retry')) {
    source.note('retry', 'was not imported: Parley decides itself which calls it repeats.');
  }
  for (const part of [source, strategy].filter((one) => one.has('on_status_codes'))) {
    part.note('on_status_codes', 'was not imported: Parley decides itself which failures move on.');
  }
}

// Names from src/globals.ts. The second part is what the gateway puts between a host of one's own and the endpoint.
const providers: Readonly<Record<string, readonly [provider: string, path?: string]>> = {
  openai: ['openai'],
  anthropic: ['anthropic'],
  google: ['google'],
  '302ai': ['302ai'],
  cerebras: ['cerebras'],
  cohere: ['cohere'],
  dashscope: ['alibaba'],
  deepinfra: ['deepinfra'],
  deepseek: ['deepseek', '/v1'],
  'fireworks-ai': ['fireworks-ai'],
  groq: ['groq'],
  'mistral-ai': ['mistral'],
  moonshot: ['moonshotai-cn', '/v1'],
  nebius: ['nebius'],
  'novita-ai': ['novita-ai'],
  ollama: ['ollama', '/v1'],
  openrouter: ['openrouter', '/v1'],
  'perplexity-ai': ['perplexity'],
  siliconflow: ['siliconflow-cn'],
  'together-ai': ['togetherai', '/v1'],
  upstage: ['upstage'],
  'x-ai': ['xai'],
  'z-ai': ['zai'],
  zhipu: ['zhipuai'],
};

function readLeaf(
  source: SourceObject,
  { model, host, timeoutMs }: Inherited,
  draft: ImportDraft,
): readonly FoundTarget[] {
  const name = source.text('provider') ?? '';
  const [provider, path = ''] = Object.hasOwn(providers, name) ? (providers[name] ?? []) : [];
  if (provider === undefined) {
    source.drop('was not imported: it names no provider that Parley has.');
    return [];
  }
  const key = source.text('api_key', 'apiKey');
  // The vault of Portkey has the secret of a virtual key.
  const literal = key ?? source.text('virtual_key', 'virtualKey');
  const upstream = draft.addUpstream(
    {
      name: source.text('name') ?? name,
      service: { provider, baseUrl: host && splitEndpoint(host).baseUrl + path },
      credential: literal === undefined ? undefined : { literal },
      headers: readOrganization(source),
      totalTimeout: timeoutMs && timeoutMs / 1_000,
    },
    source.path,
  );
  return upstream === undefined ? [] : [{ upstream, model, priority: 0, weight: 1 }];
}

function readOrganization(source: SourceObject) {
  const headers = ['organization', 'project'].flatMap((part) => {
    const value = source.text(`openai_${part}`);
    return value === undefined ? [] : [[`openai-${part}`, { literal: value }] as const];
  });
  return headers.length === 0 ? undefined : Object.fromEntries(headers);
}

/** Without a model of its own, a config passes on every name, and upstreams have names for all their models. */
function explainOpenModels(
  source: SourceObject,
  targets: readonly FoundTarget[],
  draft: ImportDraft,
): void {
  for (const { upstream } of targets) draft.listModel(upstream, '*');
  if (targets.length < 2) return;
  source.note('strategy', 'was not imported: no target names the model that runs.');
}
