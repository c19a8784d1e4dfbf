import { readFileSync } from 'node:fs';
import { noUsage } from '@parley/protocol';
import { calcPrice } from '@pydantic/genai-prices';
import { describe, expect, it } from 'vitest';
import { findProvider } from '../providers/providers.ts';
import catalogue from './catalogue.json' with { type: 'json' };
import checked from './checked-prices.json' with { type: 'json' };
import { catalogueEdition, findInCatalogue, type CatalogueModel } from './catalogue.ts';
import { costOf } from '../../billing/cost/cost.ts';
import type { FoundPrice } from './price.ts';
import { readPrice } from './price.ts';
import { holdsAt } from './price.ts';

/** Providers to which the price data gives another id. */
const dataNames: Readonly<Record<string, string>> = {
  xai: 'x-ai',
  'novita-ai': 'novita',
  togetherai: 'together',
  'fireworks-ai': 'fireworks',
};

/** Every provider, with the model names that its rules list. */
const rows = Object.entries<readonly CatalogueModel[]>(catalogue.providers).flatMap(
  ([provider, models]) =>
    models.flatMap(({ is = [], begins = [] }) =>
      [...is, ...begins].map((model) => ({ provider, model })),
    ),
);

const packageSource = `npm:@pydantic/genai-prices@${catalogue.version}`;

const moments = ['2025-01-01T12:00:00Z', '2026-11-20T02:00:00Z', '2027-06-01T05:00:00Z'];

function findPrice(provider: string, model: string, moment: string): FoundPrice {
  const terms = findInCatalogue(provider, model)?.prices ?? [];
  const holding = terms.findLast((one) => holdsAt(one, Date.parse(moment)));
  return holding === undefined ? { kind: 'unknown' } : readPrice(holding, 'catalogue');
}

describe('the catalogue', () => {
  it('is the one that is installed', () => {
    const manifest = new URL(
      '../../../node_modules/@pydantic/genai-prices/package.json',
      import.meta.url,
    );
    const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
    expect(catalogueEdition.version).toBe(version);
    expect(Date.parse(catalogueEdition.date)).not.toBeNaN();
  });

  it('names only providers that exist', () => {
    const names = Object.keys(catalogue.providers);
    expect(names.filter((name) => findProvider(name) === undefined)).toEqual([]);
    expect(rows.length).toBeGreaterThan(800);
  });

  it('has a price for every model, or marks it as free', () => {
    const unknown = rows.filter(
      ({ provider, model }) => findPrice(provider, model, moments[1] ?? '').kind === 'unknown',
    );
    expect(unknown).toEqual([]);
  });

  it('returns nothing for unknown providers and models', () => {
    expect(findInCatalogue('openai', 'no-such-model')).toBeUndefined();
    expect(findInCatalogue('toString', 'gpt-5')).toBeUndefined();
  });

  it('names its package as the source', () => {
    expect(findInCatalogue('anthropic', 'claude-sonnet-4-5')).toMatchObject({
      ...{ sources: [packageSource], date: catalogue.date },
    });
  });

  it('finds names ignoring case, and with a date suffix', () => {
    const plain = findInCatalogue('anthropic', 'claude-sonnet-4-5');
    expect(plain).toBeDefined();
    expect(findInCatalogue('anthropic', 'Claude-Sonnet-4-5')).toEqual(plain);
    expect(findInCatalogue('anthropic', 'claude-sonnet-4-5-20250929')).toEqual(plain);
  });

  it.each([
    ['openrouter', 'anthropic/claude-sonnet-4.5', 200_000],
    ['openrouter', 'openai/gpt-5.4', 272_000],
  ])('prices long prompts of a prefixed name by its tier: %s %s', (provider, model, above) => {
    const found = findPrice(provider, model, moments[0] ?? '');
    const costFor = (prompt: number) => costOf(found, usageOf(prompt), 1_000_000).nanoUsd;
    expect(costFor(above + 1)).toBeGreaterThan(1.5 * costFor(above));
  });

  it.each(moments)('has the prices of its source, at %s', (moment) => {
    const different: string[] = [];
    for (const { provider, model } of rows) {
      if (findInCatalogue(provider, model)?.sources[0] !== packageSource) continue;
      for (const prompt of [1_000, 300_000]) {
        const ours = costOf(
          findPrice(provider, model, moment),
          usageOf(prompt),
          1_000_000,
        ).listNanoUsd;
        const theirs = theirPrice({ provider, model, moment, prompt });
        // The reference cost is a sum of floating-point numbers, and ours is rounded up.
        if (Math.abs(ours - theirs * 1e9) > 2) different.push(`${provider}/${model} ${prompt}`);
      }
    }
    expect(different).toEqual([]);
  });
});

describe('the prices of images', () => {
  it.each([
    ['google', 'gemini-2.5-flash-image', 30],
    ['google', 'gemini-3-pro-image-preview', 120],
    ['google', 'gemini-3.1-flash-image-preview', 60],
    ['google', 'gemini-2.5-flash', 2.5],
    ['openrouter', 'google/gemini-3-pro-image-preview', 120],
    ['openrouter', 'openai/gpt-5-image', 40],
  ])('of %s/%s are $%d for a million tokens', (provider, model, dollars) => {
    const found = findPrice(provider, model, moments[1] ?? '');
    expect(found).toMatchObject({ price: { rates: { imageOutput: dollars * 1e9 } } });
  });
});

describe('the prices of audio', () => {
  it.each([
    ['openai', 'gpt-4o-audio-preview-2025-06-03', [40, 80]],
    ['openai', 'gpt-4o-mini-audio-preview', [10, 20]],
    ['openrouter', 'openai/gpt-audio', [32, 64]],
    ['openrouter', 'google/gemini-2.5-flash', [1, 2.5]],
  ] as const)('of %s/%s are $%j for a million tokens', (provider, model, [input, output]) => {
    const found = findPrice(provider, model, moments[1] ?? '');
    const rates = { audioInput: input * 1e9, audioOutput: output * 1e9 };
    expect(found).toMatchObject({ price: { rates } });
  });
});

describe('prices that were looked up one by one', () => {
  const models = Object.entries(checked.providers).flatMap(([provider, list]) =>
    list.map((model) => ({ provider, ...model })),
  );

  it('are of known providers, from two sources, and not from the future', () => {
    for (const { provider, sources, checked: day } of models) {
      expect(findProvider(provider)).toBeDefined();
      expect(new Set(sources).size, provider).toBeGreaterThanOrEqual(2);
      expect(sources.join(' ')).toMatch(/^(?:(?:https:\/\/|npm:)\S+ ?)+$/);
      expect(Date.parse(day)).toBeLessThanOrEqual(Date.parse(checked.date));
    }
  });

  it('differ from those of the package, or are absent there', () => {
    const packaged: Readonly<Record<string, readonly CatalogueModel[]>> = catalogue.providers;
    for (const { provider, id, prices } of models) {
      const same = packaged[provider]?.find((model) => model.id === id);
      expect(JSON.stringify(same?.prices), `${provider}/${id}`).not.toBe(JSON.stringify(prices));
    }
  });

  it.each([
    { model: 'deepseek/deepseek-chat', at: '2026-11-18T22:00:00Z', rates: [0.15, 0.6] },
    { model: 'deepseek/deepseek-v4-flash', at: '2026-11-18T02:00:00Z', rates: [0.3, 1.2] },
    { model: 'deepseek/deepseek-flash', at: '2026-11-21T02:00:00Z', rates: [0.15, 0.6] },
    { model: 'deepseek/deepseek-v4-pro', at: '2026-11-18T09:59:00Z', rates: [1.32, 3.96] },
    { model: 'mistral/mistral-large-latest', at: '2026-11-22T00:00:00Z', rates: [0.5, 1.5] },
    { model: 'openai/gpt-6.1-sol', at: '2026-11-22T00:00:00Z', rates: [2, 10] },
    { model: 'google/gemini-flash-latest', at: '2026-11-22T00:00:00Z', rates: [1.5, 9] },
    { model: 'zai/GLM-4.6', at: '2026-11-22T00:00:00Z', rates: [0.6, 2.2] },
    { model: 'zai/glm-5.3-flashx', at: '2026-11-22T00:00:00Z', rates: [0.37, 1.25] },
    { model: 'mistral/mistral-large-4-0', at: '2026-11-22T00:00:00Z', rates: [0.7, 2.1] },
    { model: 'mistral/mistral-medium', at: '2026-11-22T00:00:00Z', rates: [1.5, 7.5] },
    { model: 'moonshotai/kimi-k3.1-pro-highspeed', at: '2026-11-22T00:00:00Z', rates: [4, 20] },
    { model: 'xai/grok-4.20-multi-agent', at: '2026-11-22T00:00:00Z', rates: [1.25, 2.5] },
    { model: 'xai/grok-4-1-fast-reasoning', at: '2026-05-14T00:00:00Z', rates: [0.2, 0.5] },
    { model: 'xai/grok-4-1-fast-reasoning', at: '2026-11-22T00:00:00Z', rates: [1.25, 2.5] },
  ])('are those of $model at $at', ({ model, at, rates: [input = 0, output = 0] }) => {
    const [provider = '', name = ''] = model.split('/');
    expect(findPrice(provider, name, at)).toMatchObject({
      kind: 'priced',
      price: { rates: { input: input * 1e9, output: output * 1e9 } },
    });
  });

  it('make every free variant of OpenRouter free', () => {
    const moment = '2026-11-22T00:00:00Z';
    expect(findPrice('openrouter', 'anyone/some-new-model:free', moment)).toEqual({ kind: 'free' });
    expect(findPrice('openrouter', 'anyone/some-new-model', moment)).toEqual({ kind: 'unknown' });
  });
});

function usageOf(prompt: number) {
  const toolUses = { web_search: 3, file_search: 2 };
  return { ...noUsage, input: prompt, toolUses };
}

function theirPrice(asked: { provider: string; model: string; moment: string; prompt: number }) {
  const { provider, model, moment, prompt } = asked;
  const providerId = dataNames[provider] ?? provider;
  const timestamp = new Date(moment);
  const usage = { input_tokens: prompt, web_searches: 3, storage_searches: 2 };
  return calcPrice(usage, model, { providerId, timestamp })?.total_price ?? 0;
}
