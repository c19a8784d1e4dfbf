import { readFileSync } from 'node:fs';
import { calcPrice } from '@pydantic/genai-prices';
import { describe, expect, it } from 'vitest';
import { findProvider } from '../providers/providers.ts';
import catalogue from './catalogue.json' with { type: 'json' };
import { catalogueEdition, findInCatalogue, type CatalogueModel } from './catalogue.ts';
import { costOf } from '../../billing/pricing/cost.ts';
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

const moments = ['2025-01-01T12:00:00Z', '2026-11-20T02:00:00Z', '2027-06-01T05:00:00Z'];

function findPrice(provider: string, model: string, moment: string): FoundPrice {
  const terms = findInCatalogue(provider, model) ?? [];
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

  it('finds names ignoring case, and with a date suffix', () => {
    const plain = findInCatalogue('anthropic', 'claude-sonnet-4-5');
    expect(plain).toBeDefined();
    expect(findInCatalogue('anthropic', 'Claude-Sonnet-4-5')).toBe(plain);
    expect(findInCatalogue('anthropic', 'claude-sonnet-4-5-20250929')).toBe(plain);
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

function usageOf(prompt: number) {
  return { input: prompt, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, output: 0, reasoning: 0 };
}

function theirPrice(asked: { provider: string; model: string; moment: string; prompt: number }) {
  const { provider, model, moment, prompt } = asked;
  const providerId = dataNames[provider] ?? provider;
  const timestamp = new Date(moment);
  return calcPrice({ input_tokens: prompt }, model, { providerId, timestamp })?.input_price ?? 0;
}
