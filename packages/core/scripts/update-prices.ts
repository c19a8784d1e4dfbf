/**
 * Writes the catalogue of prices from the installed version of the data:
 *   node --conditions=parley-source packages/core/scripts/update-prices.ts <day it was published>
 */
import { readFileSync, writeFileSync } from 'node:fs';
import {
  findProvider,
  type ConditionalPrice,
  type MatchLogic,
  type ModelInfo,
  type ModelPrice,
} from '@pydantic/genai-prices';
import {
  fitsRule,
  type CatalogueModel,
  type DatedTerms,
  type ModelRule,
} from '../src/models/pricing/catalogue.ts';
import type { FeeName } from '../src/models/pricing/fees.ts';
import type { PriceTerms, RateTerms, TierTerms } from '../src/models/pricing/price.ts';
import type { Validity } from '../src/models/pricing/price.ts';

/** Our providers that the data knows, with the data's name for them where it is another one. */
const providers: Readonly<Record<string, string>> = {
  openai: 'openai',
  anthropic: 'anthropic',
  google: 'google',
  deepseek: 'deepseek',
  mistral: 'mistral',
  moonshotai: 'moonshotai',
  zhipuai: 'zhipuai',
  zai: 'zai',
  minimax: 'minimax',
  cohere: 'cohere',
  perplexity: 'perplexity',
  xai: 'x-ai',
  baseten: 'baseten',
  cerebras: 'cerebras',
  groq: 'groq',
  'novita-ai': 'novita',
  ovhcloud: 'ovhcloud',
  togetherai: 'together',
  'fireworks-ai': 'fireworks',
  openrouter: 'openrouter',
};

/** The data's name of each price of tokens that we know. */
const priceNames = {
  input_mtok: 'input',
  output_mtok: 'output',
  cache_read_mtok: 'cache_read',
  cache_write_mtok: 'cache_write_5m',
  cache_write_1h_mtok: 'cache_write_1h',
  output_reasoning_mtok: 'reasoning',
  input_audio_mtok: 'audio_input',
  output_audio_mtok: 'audio_output',
  input_image_mtok: 'image_input',
  output_image_mtok: 'image_output',
  input_video_mtok: 'video_input',
  output_video_mtok: 'video_output',
} as const;

/** The same of fees. Those by message, hour or page have no place here. */
const feeNames: Readonly<Record<string, FeeName>> = {
  web_searches_kcount: 'web_search',
  social_searches_kcount: 'x_search',
  storage_searches_kcount: 'file_search',
  code_executions_kcount: 'code_execution',
  requests_kcount: 'request',
};

function modelsOf(provider: string, dataId: string): readonly CatalogueModel[] {
  const found = findProvider({ providerId: dataId });
  if (found?.id !== dataId) throw new Error(`The data does not know ${dataId}.`);
  if (provider !== 'openrouter') return found.models.flatMap(toModel);
  // Names without a maker are what this vendor called its models once.
  const models = found.models.filter(({ id }) => id.includes('/')).flatMap(toModel);
  const makers = { openai: modelsOf('openai', 'openai'), google: modelsOf('google', 'google') };
  return models.map((model) => addMediaPrices(model, makers));
}

/**
 * OpenRouter passes the prices of the makers on (openrouter.ai, FAQ), but the data has only those of text: where they
 * are the maker's, so are those of media.
 */
function addMediaPrices(
  model: CatalogueModel,
  makers: Readonly<Record<string, readonly CatalogueModel[]>>,
): CatalogueModel {
  const [maker = '', name = ''] = model.id.split('/');
  const own = makers[maker]?.find((one) => fitsRule(one, name))?.prices.at(-1);
  const media = Object.entries(own ?? {}).filter(([rate]) => /^(?:audio|image|video)_/.test(rate));
  const prices = model.prices.map((price) => {
    const isSame = price.input === own?.input && price.output === own?.output;
    return isSame ? { ...price, ...Object.fromEntries(media) } : price;
  });
  return { ...model, prices };
}

/** A model that has no price for its tokens at any time is left out. */
function toModel({ id, match, prices }: ModelInfo): readonly CatalogueModel[] {
  const versions: readonly ConditionalPrice[] = Array.isArray(prices) ? prices : [{ prices }];
  const dated = versions.flatMap((version): readonly DatedTerms[] => {
    const terms = toTerms(id, version.prices);
    return terms === undefined ? [] : [{ ...toValidity(version.constraint), ...terms }];
  });
  return dated.length < versions.length ? [] : [{ id, ...toRule(match), prices: dated }];
}

function toValidity(constraint: ConditionalPrice['constraint']): Validity {
  if (constraint === undefined) return {};
  if (constraint.type === 'start_date') return { from: constraint.start_date };
  const { start_time: from, end_time: until } = constraint;
  return { hours: { from: from.slice(0, 5), until: until.slice(0, 5) } };
}

/** Nothing where tokens have no price. A variant that is called free has none because it is. */
function toTerms(id: string, raw: ModelPrice): PriceTerms | undefined {
  if (Object.keys(raw).length === 0) return id.endsWith(':free') ? { free: true } : undefined;
  const { input_mtok: input } = raw;
  if (input === undefined) return undefined;
  // What has no price for answers makes vectors and gives none; should it answer, that is not for free.
  const known: ModelPrice = { output_mtok: input, ...raw };
  const starts = new Set(Object.values(known).flatMap(startsOf));
  const tiers = [...starts]
    .toSorted((left, right) => left - right)
    .map((above): TierTerms => ({ above, ...pricesAbove(known, above) }));
  return { ...pricesAbove(known, -1), ...(tiers.length > 0 && { tiers }), ...toFees(raw) };
}

function toFees(raw: ModelPrice): Pick<PriceTerms, 'fees'> {
  const fees = Object.entries(feeNames).flatMap(([theirs, ours]) => {
    const price = raw[theirs];
    return typeof price === 'number' ? [[ours, price] as const] : [];
  });
  return fees.length > 0 ? { fees: Object.fromEntries(fees) } : {};
}

function startsOf(price: ModelPrice[string]): readonly number[] {
  return typeof price === 'object' ? price.tiers.map(({ start }) => start) : [];
}

function pricesAbove(raw: ModelPrice, above: number): RateTerms {
  const prices = Object.entries(priceNames).flatMap(([theirs, ours]) => {
    const price = raw[theirs];
    return price === undefined ? [] : [[ours, priceAbove(price, above)] as const];
  });
  return Object.fromEntries(prices);
}

function priceAbove(price: NonNullable<ModelPrice[string]>, above: number): number {
  if (typeof price === 'number') return price;
  const reached = price.tiers.filter(({ start }) => start <= above);
  return reached.toSorted((left, right) => right.start - left.start)[0]?.price ?? price.base;
}

/** A list of plain comparisons of one kind is one list. */
function toRule(match: MatchLogic): ModelRule {
  if ('equals' in match) return { is: [match.equals.toLowerCase()] };
  if ('starts_with' in match) return { begins: [match.starts_with.toLowerCase()] };
  if ('ends_with' in match) return { ends: [match.ends_with.toLowerCase()] };
  if ('contains' in match) return { holds: [match.contains.toLowerCase()] };
  if ('regex' in match) return { fits: [match.regex] };
  if ('and' in match) return { all: match.and.map(toRule) };
  return match.or.map(toRule).reduce(joinRules, {});
}

function joinRules(left: ModelRule, right: ModelRule): ModelRule {
  if (left.all !== undefined && right.all !== undefined) throw new Error('Two rules with "and".');
  const lists = (['is', 'begins', 'ends', 'holds', 'fits'] as const).flatMap((kind) => {
    const both = [...(left[kind] ?? []), ...(right[kind] ?? [])];
    return both.length === 0 ? [] : [[kind, both] as const];
  });
  const all = left.all ?? right.all;
  return { ...Object.fromEntries(lists), ...(all !== undefined && { all }) };
}

/** Every model on a line of its own, so that a change of prices can be read. */
function write(version: string, date: string): string {
  const rows = Object.entries(providers).map(([provider, dataId]) => {
    const models = modelsOf(provider, dataId).map((model) => `      ${JSON.stringify(model)}`);
    return `    ${JSON.stringify(provider)}: [\n${models.join(',\n')}\n    ]`;
  });
  const head = { source: '@pydantic/genai-prices', license: 'MIT', version, date };
  const fields = Object.entries(head).map(([name, value]) => `  "${name}": "${value}"`);
  return `{\n${fields.join(',\n')},\n  "providers": {\n${rows.join(',\n')}\n  }\n}\n`;
}

const [date = ''] = process.argv.slice(2);
if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) throw new Error('Say on which day the data was published.');
const manifest = new URL('../node_modules/@pydantic/genai-prices/package.json', import.meta.url);
const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
writeFileSync(
  new URL('../src/models/pricing/catalogue.json', import.meta.url),
  write(version, date),
);
