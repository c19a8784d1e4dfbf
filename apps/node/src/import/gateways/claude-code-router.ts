/**
 * Imports the `config.json` of claude-code-router, versions 1 to 3, and the export of version 3. Its format: README.md
 * of versions 1 and 2, packages/core/src/config/config.ts of version 3, read 2026-11-26.
 */
import {
  readProvider,
  type ProviderSettings,
  type RoutedProvider,
} from './claude-code-router-provider.ts';
import type { ImportDraft } from '../draft.ts';
import type { ImportedTarget } from '../imported.ts';
import type { Importer } from '../importer.ts';
import { isObject, type SourceObject } from '../source-object.ts';

export const claudeCodeRouter: Importer = {
  id: 'claude-code-router',
  name: 'the configuration of claude-code-router',
  recognise: (document) =>
    isObject(document) && (hasProviders(document) || hasProviders(document['config'])),
  convert(source, draft) {
    const isExport = source.text('kind') === 'claude-code-router-data-export';
    if (isExport) source.ignore('app', 'appState', 'exportedAt', 'files', 'version');
    const config = isExport ? source.object('config') : source;
    config.ignore(...config.keys.filter((key) => key.startsWith('//')));
    if (config.has('APIKEY')) {
      config.note('APIKEY', 'was not imported: clients need keys of `parley keys create`.');
    }
    const providers = readProviders(config, draft);
    const routing = { providers, draft };
    const tiers = [...readScenarios(config, routing), ...readRules(config, routing)];
    // Names of models without their upstream lead to tiers, as the source does not know them either.
    const names = [
      ...draft.models.keys(),
      ...providers.map(({ upstreams }) => `${upstreams[0]}/*`),
    ];
    draft.setGroup('default', { models: [...new Set(names)], ...(tiers.length > 0 && { tiers }) });
  },
};

function hasProviders(value: unknown): boolean {
  if (!isObject(value)) return false;
  const list = value['Providers'] ?? value['providers'];
  const isFirstVersion = 'OPENAI_BASE_URL' in value && 'OPENAI_MODEL' in value;
  return isFirstVersion || (Array.isArray(list) && list.some((entry) => isObject(entry)));
}

/** The provider that the first version has at its top, as it calls it. */
const firstProvider = 'default';

function readProviders(config: SourceObject, draft: ImportDraft): readonly RoutedProvider[] {
  const timeoutMs = config.number('API_TIMEOUT_MS');
  const proxy = config.text('PROXY_URL');
  const settings = { draft, proxy, timeout: timeoutMs && timeoutMs / 1_000 };
  const listed = config.objects('Providers', 'providers').flatMap((entry) => {
    if (entry.flag('enabled') === false) {
      entry.drop('was not imported, because it is disabled.');
      return [];
    }
    entry.ignore(...entry.keys.filter((key) => key.startsWith('//')));
    const found = {
      name: entry.text('name') ?? '',
      entry,
      models: entry.texts('models'),
      baseUrl: entry.text('api_base_url', 'baseUrl', 'baseurl'),
      key: entry.text('api_key', 'apiKey', 'apikey'),
    };
    return readProvider(found, settings) ?? [];
  });
  const first = readFirst(config, settings);
  return first === undefined ? listed : [...listed, first];
}

function readFirst(config: SourceObject, settings: ProviderSettings): RoutedProvider | undefined {
  if (!config.has('OPENAI_BASE_URL') || !config.has('OPENAI_MODEL')) return undefined;
  const found = {
    name: firstProvider,
    entry: config,
    models: [config.text('OPENAI_MODEL') ?? ''],
    baseUrl: config.text('OPENAI_BASE_URL'),
    key: config.text('OPENAI_API_KEY'),
  };
  return readProvider(found, settings);
}

/** More than the priorities of the credentials of a provider. */
const largeStep = 1_000_000;

/** What routes lead to, and where they are written. */
interface Routing {
  readonly providers: readonly RoutedProvider[];
  readonly draft: ImportDraft;
}

/** `provider,model` or, in version 3, `provider/model` */
function findTargets({ providers }: Routing, selector: string): readonly ImportedTarget[] {
  const [, name = '', model = ''] = /^([^,/]+)[,/](.+)$/.exec(selector) ?? [];
  const found = providers.find((entry) => entry.name.toLowerCase() === name.trim().toLowerCase());
  return found?.targetsOf(model.trim()) ?? [];
}

/** Sets a call name with the models that are tried in turn. Returns whether it has any. */
function setRoute(
  routing: Routing,
  selectors: readonly string[],
  { source, name }: { readonly source: SourceObject; readonly name: string },
): boolean {
  const place = [...source.path, name];
  const targets = selectors.flatMap((selector, step) => {
    const found = findTargets(routing, selector);
    if (found.length === 0) {
      routing.draft.note(place, `leads to ${selector}, which was not imported.`);
    }
    return found.map((target) => ({ ...target, priority: target.priority + step * largeStep }));
  });
  routing.draft.setModel(name, { targets }, place);
  return routing.draft.models.has(name);
}

/** Versions 1 and 2: `Router` has a model by what the request is for, and `fallback` more of them. */
function readScenarios(config: SourceObject, routing: Routing): readonly object[] {
  const [source, fallback] = [config.object('Router'), config.object('fallback')];
  const first = routing.providers.find(({ name }) => name === firstProvider);
  const usual = first === undefined ? '' : `${first.name},${first.models[0] ?? ''}`;
  const main = source.text('default') ?? usual;
  const long = source.text('longContext');
  if (long !== undefined) {
    source.note('longContext', 'is tried after every failure of the default model.');
  }
  for (const use of ['think', 'webSearch', 'image'].filter((key) => source.has(key))) {
    source.note(use, 'was not imported: the name of the model decides, not the use of a request.');
  }
  const chain = [main, ...fallback.texts('default'), ...(long === undefined ? [] : [long])];
  const background = source.text('background');
  const isBackground =
    background !== undefined &&
    setRoute(routing, [background, ...fallback.texts('background')], {
      source,
      name: 'background',
    });
  const isMain = main !== '' && setRoute(routing, [...new Set(chain)], { source, name: 'default' });
  return [
    // Claude Code asks for its smallest model in the background.
    ...(isBackground ? [{ match: 'tier', tier: 'haiku', to: 'background' }] : []),
    ...(isMain ? [{ match: 'glob', name: '*', to: 'default' }] : []),
  ];
}

/** Version 3: conditions of the model name become tiers. */
function readRules(config: SourceObject, routing: Routing): readonly object[] {
  const source = config.object('Router');
  const fallback = source.object('fallback', 'failureFallback', 'fallbackStrategy');
  const chain = fallback.text('mode') === 'model-chain' ? fallback.texts('models', 'chain') : [];
  const rules = source.objects('rules').flatMap((rule) => readRule(rule) ?? []);
  const direct = routing.providers.flatMap(({ name, models }) =>
    models.map((model) => `${name}/${model}`),
  );
  const routed =
    chain.length > 0 ? [...direct, ...rules.map(({ to }) => to)] : rules.map(({ to }) => to);
  for (const name of new Set(routed)) {
    setRoute(routing, [...new Set([name, ...chain])], { source, name });
  }
  return rules.filter(({ to }) => routing.draft.models.has(to));
}

const patterns = new Map<string, (name: string) => object>([
  ['==', (name) => ({ match: 'exact', name })],
  ['starts-with', (name) => ({ match: 'glob', name: `${name}*` })],
  ['contains', (name) => ({ match: 'glob', name: `*${name}*` })],
]);

function readRule(rule: SourceObject): (object & { readonly to: string }) | undefined {
  const condition = rule.object('condition');
  const rewrites = rule.objects('rewrites');
  const rewrite = rewrites[0] ?? rule.object('rewrite');
  const pattern = patterns.get(condition.text('operator') ?? '');
  const isByModel =
    condition.text('left') === 'request.body.model' &&
    rewrite.text('key') === 'request.body.model' &&
    rewrites.length < 2 &&
    rule.flag('enabled') !== false;
  const [name, to] = [condition.text('right'), rewrite.text('value')];
  if (!isByModel || pattern === undefined || name === undefined || to === undefined) {
    rule.drop('was not imported: only conditions of the model name have a counterpart.');
    return undefined;
  }
  rule.ignore('id', 'name', 'type', 'rewrite');
  rewrite.ignore('operation');
  return { ...pattern(name), to: to.replace(',', '/') };
}
