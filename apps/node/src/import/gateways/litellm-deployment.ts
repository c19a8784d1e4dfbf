/** Reads one entry of `model_list`; used by the importer of LiteLLM. */
import type { ImportDraft } from '../draft.ts';
import type { Secret } from '../imported.ts';
import { readHeaders } from '../headers.ts';
import { readFees, type PricedDeployment } from './litellm-fees.ts';
import { explainMissingService, findLitellmService } from './litellm-providers.ts';
import { createPrice, perMillion, unusablePrice, type Rates } from '../prices.ts';
import { splitEndpoint, type Reference } from '../service.ts';
import type { Path, SourceObject } from '../source-object.ts';

/** One deployment: a target of the call name that it has in common with others. */
export interface Deployment {
  readonly path: Path;
  readonly params: SourceObject;
  readonly callName: string;
  /** Whether the call name stands for all models of the upstream. */
  readonly isPattern: boolean;
  readonly id?: string | undefined;
  readonly upstream: string;
  readonly model: string;
  readonly order?: number | undefined;
  readonly weight?: number | undefined;
  readonly rpm?: number | undefined;
  readonly tpm?: number | undefined;
  readonly maxInputTokens?: number | undefined;
  readonly maxOutputTokens?: number | undefined;
  readonly acceptsImages?: boolean | undefined;
}

export interface DeploymentContext {
  readonly draft: ImportDraft;
  /** Of `credential_list`, by name. */
  readonly credentials: ReadonlyMap<string, SourceObject>;
  /** Of the settings, in seconds. */
  readonly timeout?: number | undefined;
}

/** Returns undefined, with a note, for what cannot be a target. */
export function readDeployment(
  entry: SourceObject,
  context: DeploymentContext,
): Deployment | undefined {
  const [params, info] = [entry.object('litellm_params'), entry.object('model_info')];
  const callName = entry.text('model_name') ?? '';
  const [written, custom] = [params.text('model') ?? '', params.text('custom_llm_provider')];
  const named = findLitellmService(written, custom);
  const problem = refuse(info);
  if (named === undefined || problem !== undefined) {
    entry.drop(`was not imported: ${problem ?? explainMissingService(custom ?? written)}`);
    return undefined;
  }
  const { model } = named;
  const upstream = addUpstream(params, named, context);
  if (upstream === undefined) return undefined;
  const isPattern = callName.includes('*');
  if (isPattern && (model !== '*' || callName !== `${upstream}/*`)) {
    entry.drop('was not imported: a pattern can only stand for all models of an upstream.');
    return undefined;
  }
  context.draft.listModel(upstream, model);
  const terms = readPrice({ params, info, provider: named.provider, model });
  if (terms !== undefined) context.draft.addPrice({ upstream, model, terms }, params.path);
  return {
    path: entry.path,
    params,
    callName,
    isPattern,
    upstream,
    model,
    ...(!isPattern && readShare(params, info)),
  };
}

/** What a deployment is among others of its call name. */
function readShare(params: SourceObject, info: SourceObject) {
  return {
    id: info.text('id'),
    order: params.number('order'),
    weight: params.number('weight'),
    rpm: params.number('rpm'),
    tpm: params.number('tpm'),
    maxInputTokens: info.number('max_input_tokens'),
    maxOutputTokens: info.number('max_output_tokens', 'max_tokens'),
    acceptsImages: info.flag('supports_vision'),
  };
}

/** What a deployment is for; other uses have no counterpart. */
const modes = ['chat', 'completion', 'responses', 'embedding'];

function refuse(info: SourceObject): string | undefined {
  const mode = info.text('mode') ?? 'chat';
  return modes.includes(mode) ? undefined : `Parley has no endpoint for its mode, ${mode}.`;
}

type NamedService = NonNullable<ReturnType<typeof findLitellmService>>;

function addUpstream(
  params: SourceObject,
  named: NamedService,
  { draft, credentials, timeout }: DeploymentContext,
): string | undefined {
  const shared = credentials.get(params.text('litellm_credential_name') ?? '');
  const written = params.text('api_base', 'base_url') ?? shared?.text('api_base') ?? named.baseUrl;
  const { baseUrl, dialect } = readBaseUrl(written, named.path ?? '');
  if (named.isAzure === true && params.has('api_version')) {
    params.note('api_version', 'was not imported: the base URL ends in /openai/v1 instead.');
  }
  const key = params.text('api_key') ?? shared?.text('api_key');
  const usual = named.variable === undefined ? undefined : { variable: named.variable };
  return draft.addUpstream(
    {
      name: named.prefix,
      service: { provider: named.provider, baseUrl, dialect },
      credential: key === undefined ? usual : parseSecret(key),
      headers: findHeaders(params),
      totalTimeout: params.number('timeout') ?? timeout,
    },
    params.path,
  );
}

function findHeaders(params: SourceObject): Readonly<Record<string, Secret>> | undefined {
  const organization = params.text('organization');
  const headers = {
    ...(organization !== undefined && { 'openai-organization': parseSecret(organization) }),
    ...readHeaders(params.object('extra_headers'), parseSecret),
  };
  return Object.keys(headers).length > 0 ? headers : undefined;
}

function readBaseUrl(written: string | undefined, path: string) {
  if (written === undefined) return {};
  const secret = parseSecret(written);
  if ('variable' in secret) {
    const reference: Reference = path === '' ? secret : { ...secret, after: path };
    return { baseUrl: reference };
  }
  const { baseUrl, dialect } = splitEndpoint(written);
  return { baseUrl: path === '' || baseUrl.endsWith(path) ? baseUrl : baseUrl + path, dialect };
}

function parseSecret(text: string): Secret {
  const [, variable] = /^os\.environ\/([A-Za-z_]\w*)$/.exec(text) ?? [];
  return variable === undefined ? { literal: text } : { variable };
}

const rateKeys: Readonly<Record<string, string>> = {
  input_cost_per_token: 'input',
  output_cost_per_token: 'output',
  cache_read_input_token_cost: 'cache_read',
  cache_creation_input_token_cost: 'cache_write_5m',
  cache_creation_input_token_cost_above_1hr: 'cache_write_1h',
  output_cost_per_reasoning_token: 'reasoning',
  input_cost_per_audio_token: 'audio_input',
  output_cost_per_audio_token: 'audio_output',
  input_cost_per_image_token: 'image_input',
  output_cost_per_image_token: 'image_output',
  output_cost_per_video_token: 'video_output',
};

/** Prices may be in either place; those of the parameters take precedence. */
function readPrice(deployment: PricedDeployment) {
  const { params, info } = deployment;
  const rates = readRates(params, info, '');
  const lengths = [...params.keys, ...info.keys].flatMap((key) => {
    const [, thousands] = /_above_(\d+)k_tokens$/.exec(key) ?? [];
    return thousands === undefined ? [] : Number(thousands);
  });
  const tiers = [...new Set(lengths)]
    .sort((left, right) => left - right)
    .map((thousands) => ({
      above: thousands * 1_000,
      ...rates,
      ...readRates(params, info, `_above_${String(thousands)}k_tokens`),
    }));
  const isEmbedding = info.text('mode') === 'embedding';
  const price = createPrice({ ...(isEmbedding && { output: 0 }), ...rates }, tiers);
  const services = {
    ...readServices(rates, (suffix) => readRates(params, info, suffix)),
    ...readFactors(info.object('provider_specific_entry')),
    ...readFactors(params.object('provider_specific_entry')),
  };
  if (price === undefined && Object.keys(rates).length > 0) {
    params.note('input_cost_per_token', unusablePrice);
  }
  if (price === undefined || 'free' in price) return price;
  const fees = readFees(deployment);
  return {
    ...price,
    ...(Object.keys(services).length > 0 && { services }),
    ...(fees && { fees }),
  };
}

/** The highest factor that a configuration can have. */
const mostFactor = 100;

/** The factors of a vendor's own services, such as `fast` and `us` of Anthropic. */
function readFactors(entry: SourceObject): Readonly<Record<string, number>> {
  const factors = entry.keys.filter(isServiceName).flatMap((service) => {
    const factor = entry.number(service);
    return isFactor(factor) ? [[service, roundUp(factor)] as const] : [];
  });
  return Object.fromEntries(factors);
}

function isServiceName(name: string): boolean {
  return /^[a-z][a-z_]{0,31}$/.test(name);
}

function isFactor(factor: number | undefined): factor is number {
  return factor !== undefined && factor > 0 && factor <= mostFactor;
}

/** To the sixth decimal, the last that a configuration can have. */
function roundUp(factor: number): number {
  return Math.ceil(factor * 1e6 - 1e-3) / 1e6;
}

/** The dearest of a service's prices decides its factor; `createPrice` needs a plain price beside it. */
function readServices(
  rates: Rates,
  readOf: (suffix: string) => Rates,
): Readonly<Record<string, number>> {
  const services = ['priority', 'flex'].flatMap((service) => {
    const factors = Object.entries(readOf(`_${service}`)).flatMap(([name, dear]) => {
      const factor = dear / (rates[name] ?? 0);
      return isFactor(factor) ? [roundUp(factor)] : [];
    });
    return factors.length > 0 ? [[service, Math.max(...factors)] as const] : [];
  });
  return Object.fromEntries(services);
}

function readRates(params: SourceObject, info: SourceObject, suffix: string): Rates {
  const rates = Object.entries(rateKeys).flatMap(([key, rate]) => {
    const name = key + suffix;
    const dollars = params.number(name) ?? info.number(name);
    return dollars === undefined ? [] : [[rate, perMillion(dollars)] as const];
  });
  return Object.fromEntries(rates);
}
