/** Reads one provider; used by the importer of claude-code-router. */
import type { ImportDraft } from '../draft.ts';
import type { ImportedTarget, Secret } from '../imported.ts';
import { readHeaders } from '../headers.ts';
import { createPrice, unusablePrice, type Rates } from '../prices.ts';
import { splitEndpoint, type Dialect, type Reference } from '../service.ts';
import type { SourceObject } from '../source-object.ts';

/** A provider with what the routes need of it. */
export interface RoutedProvider {
  readonly name: string;
  readonly models: readonly string[];
  /** One for each credential, the first one first. */
  readonly upstreams: readonly string[];
  targetsOf(model: string): readonly ImportedTarget[];
}

export interface FoundProvider {
  readonly name: string;
  readonly entry: SourceObject;
  readonly models: readonly string[];
  readonly baseUrl: string | undefined;
  readonly key: string | undefined;
}

export interface ProviderSettings {
  readonly draft: ImportDraft;
  readonly proxy: string | undefined;
  /** In seconds. */
  readonly timeout: number | undefined;
}

/** Returns undefined, with a note, for a provider that cannot be called. */
export function readProvider(
  { name, entry, models, baseUrl: written, key }: FoundProvider,
  { draft, proxy, timeout }: ProviderSettings,
): RoutedProvider | undefined {
  const { baseUrl, dialect, isVertex } = readAddress(entry, written);
  if (isVertex) {
    entry.drop('was not imported: Parley does not know the credentials of Vertex AI.');
    return undefined;
  }
  explainTransformers(entry.object('transformer'));
  const headers = readHeaders(entry.object('extraHeaders'), parseSecret);
  const credentials = readCredentials(entry, key);
  const members = credentials.flatMap(({ secret, priority, weight }) => {
    const upstream = draft.addUpstream(
      {
        name,
        service: { provider: name.toLowerCase(), baseUrl, dialect },
        credential: secret,
        headers: Object.keys(headers).length > 0 ? headers : undefined,
        proxy: proxy === undefined ? undefined : parseSecret(proxy),
        totalTimeout: timeout,
      },
      entry.path,
    );
    return upstream === undefined ? [] : [{ upstream, priority, weight }];
  });
  if (members.length === 0) return undefined;
  for (const { upstream } of members) for (const model of models) draft.listModel(upstream, model);
  for (const { upstream } of members) readPrices(entry, upstream, draft);
  return {
    name,
    models,
    upstreams: members.map(({ upstream }) => upstream),
    targetsOf: (model) => members.map((member) => ({ ...member, model })),
  };
}

const dialects: ReadonlyMap<string, Dialect> = new Map<string, Dialect>(
  Object.entries({
    anthropic: 'anthropic-messages',
    anthropic_messages: 'anthropic-messages',
    gemini: 'gemini-generate',
    gemini_generate_content: 'gemini-generate',
    openai: 'openai-chat',
    openai_chat_completions: 'openai-chat',
    'openai-responses': 'openai-responses',
    openai_responses: 'openai-responses',
  } as const),
);

/** The address is that of an endpoint; version 3 has base URLs and names the format. */
function readAddress(entry: SourceObject, written: string | undefined) {
  const [capability] = entry.objects('capabilities');
  const address = capability?.text('baseUrl', 'baseurl') ?? written ?? '';
  const transformers = entry.object('transformer');
  const uses = transformers.object('use');
  const names = uses.keys.map((key) => uses.text(key) ?? '');
  const types = [capability?.text('type'), entry.text('type', 'protocol'), ...names];
  const named = types.map((type) => dialects.get(type?.toLowerCase() ?? '')).find(Boolean);
  capability?.ignore('source', 'endpoint');
  const secret = parseSecret(address);
  const isVertex = names.some((name) => name.startsWith('vertex-'));
  if ('variable' in secret) return { baseUrl: secret, dialect: named, isVertex };
  const { baseUrl, dialect } = splitEndpoint(address);
  return { baseUrl, dialect: dialect ?? named, isVertex };
}

/** They adapt requests to a vendor, which Parley does by itself. */
const vendorTransformers = new Set([
  ...['anthropic', 'cerebras', 'deepseek', 'gemini', 'groq', 'openai', 'openai-responses'],
  ...['openrouter', 'vercel', 'maxcompletiontokens', 'streamoptions'],
]);

function explainTransformers(transformers: SourceObject): void {
  const uses = transformers.object('use');
  for (const key of uses.keys) {
    if (vendorTransformers.has(uses.text(key)?.toLowerCase() ?? '')) continue;
    uses.note(key, 'was not imported: transformers of requests have no counterpart.');
  }
  for (const model of transformers.keys.filter((key) => key !== 'use' && !key.startsWith('//'))) {
    transformers.note(model, 'was not imported: transformers of requests have no counterpart.');
  }
  transformers.ignore(...transformers.keys);
}

interface Credential {
  readonly secret: Secret | undefined;
  readonly priority: number;
  readonly weight: number;
}

/** Version 3 has a pool of credentials, which goes before the one of the provider. */
function readCredentials(entry: SourceObject, key: string | undefined): readonly Credential[] {
  const pool = entry.objects('credentials', 'keys', 'apiKeys').flatMap((item, index) => {
    const text = item.text('api_key', 'apiKey', 'apikey', 'key', 'token');
    if (item.flag('enabled') === false || text === undefined) {
      item.drop('was not imported, because it is disabled or empty.');
      return [];
    }
    item.ignore('id', 'name', 'label');
    const priority = Math.max(0, item.number('priority') ?? index);
    return [{ secret: parseSecret(text), priority, weight: item.number('weight') ?? 1 }];
  });
  const secret = key === undefined ? undefined : parseSecret(key);
  return pool.length > 0 ? pool : [{ secret, priority: 0, weight: 1 }];
}

const rateKeys: Readonly<Record<string, string>> = {
  inputUsdPerMillionTokens: 'input',
  outputUsdPerMillionTokens: 'output',
  cacheReadUsdPerMillionTokens: 'cache_read',
  cacheWriteUsdPerMillionTokens: 'cache_write_5m',
  cacheWrite5mUsdPerMillionTokens: 'cache_write_5m',
  cacheWrite1hUsdPerMillionTokens: 'cache_write_1h',
};

function readPrices(entry: SourceObject, upstream: string, draft: ImportDraft): void {
  const metadata = entry.object('modelMetadata', 'model_metadata');
  for (const model of metadata.keys) {
    const pricing = metadata.object(model).object('pricing');
    const rates = Object.entries(rateKeys).flatMap(([key, rate]) => {
      const dollars = pricing.number(key);
      return dollars === undefined ? [] : [[rate, dollars] as const];
    });
    const terms = createPrice(Object.fromEntries(rates) satisfies Rates);
    if (terms !== undefined) draft.addPrice({ upstream, model, terms }, pricing.path);
    else if (rates.length > 0) pricing.drop(unusablePrice);
  }
}

/** `$NAME` and `${NAME}` */
function parseSecret(text: string): Secret {
  const [, bare, braced] = /^\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)\})$/.exec(text) ?? [];
  const variable = bare ?? braced;
  const reference: Reference | undefined = variable === undefined ? undefined : { variable };
  return reference ?? { literal: text };
}
