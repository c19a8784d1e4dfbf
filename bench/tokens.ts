/**
 * Measures the error of token estimates against real tokenizers, and their duration. Run it with `node
 * --conditions=parley-source bench/tokens.ts` after an install. The row "all ordinary text" is the source of
 * `estimateErrorPercent`.
 */
import { estimateErrorPercent, estimateTextTokens, type TokenFamily } from '@parley/core';
import { estimateTokenCount } from 'tokenx';
import { countAllO200k, listReferences, type Reference } from './token-references.ts';
import { hostileTexts, listSamples, type Sample } from './token-samples.ts';

const samples = listSamples();
await measureErrors(samples, listComparisons(await listReferences()));
compareClaude(samples);
measureHostile();

/** An estimator and its reference tokenizer. */
interface Comparison {
  readonly column: string;
  readonly family: TokenFamily | undefined;
  readonly reference: Reference;
  readonly estimate: (text: string) => number;
}

function listComparisons(references: readonly Reference[]): Comparison[] {
  const ours = references.map((reference) => ({
    column: `${reference.family} / ${reference.name}`,
    family: reference.family,
    reference,
    estimate: (text: string) => estimateTextTokens(text, reference.family),
  }));
  const [o200k] = references;
  if (o200k === undefined) return ours;
  const column = `tokenx / ${o200k.name}`;
  return [...ours, { column, family: undefined, reference: o200k, estimate: estimateTokenCount }];
}

/** The relative errors of the estimates: 0.1 is ten percent too high. */
async function listErrors(comparison: Comparison, pieces: readonly string[]): Promise<number[]> {
  const { reference, estimate } = comparison;
  const errors: number[] = [];
  for (const piece of pieces) errors.push(estimate(piece) / (await reference.count(piece)) - 1);
  return errors;
}

/** The smallest bound that contains 19 of 20 errors. */
function boundOf(errors: readonly number[]): number {
  const sizes = errors.map(Math.abs).sort((left, right) => left - right);
  return sizes[Math.ceil(sizes.length * 0.95) - 1] ?? 0;
}

function describeErrors(errors: readonly number[]): string {
  const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length;
  const percent = (share: number) => (share * 100).toFixed(1);
  return `${mean < 0 ? '' : '+'}${percent(mean)} (±${percent(boundOf(errors))})`;
}

/** Mean error and bound of 19 in 20, in percent, by kind of text. */
async function measureErrors(samples: readonly Sample[], comparisons: readonly Comparison[]) {
  const table: Record<string, Record<string, string | number>> = {};
  const ordinary = new Map<Comparison, number[]>(comparisons.map((comparison) => [comparison, []]));
  for (const sample of samples) {
    const row: Record<string, string | number> = { pieces: sample.pieces.length };
    for (const comparison of comparisons) {
      const errors = await listErrors(comparison, sample.pieces);
      row[comparison.column] = describeErrors(errors);
      if (sample.ordinary) ordinary.get(comparison)?.push(...errors);
    }
    table[sample.kind] = row;
  }
  const total = [...ordinary].map(([{ column }, errors]) => [column, describeErrors(errors)]);
  table['all ordinary text'] = Object.fromEntries(total) as Record<string, string>;
  const stated = comparisons.map(({ column, family }) => [
    column,
    family === undefined ? '' : `±${estimateErrorPercent[family]}`,
  ]);
  table['stated in code'] = Object.fromEntries(stated) as Record<string, string>;
  console.table(table);
}

/** The estimated growth in tokens from the older to the newer Claude; only the older one has a tokenizer. */
function compareClaude(samples: readonly Sample[]): void {
  const total = (pieces: readonly string[], family: TokenFamily) =>
    pieces.reduce((sum, piece) => sum + estimateTextTokens(piece, family), 0);
  const rows = samples.map(({ kind, pieces }) => [
    kind,
    {
      'claude ÷ older-claude': (total(pieces, 'claude') / total(pieces, 'older-claude')).toFixed(2),
    },
  ]);
  console.table(Object.fromEntries(rows));
}

/** Duration and result for texts that take real tokenizers minutes; their count is that of the split text. */
function measureHostile(): void {
  const rows = Object.entries(hostileTexts).map(([name, text]) => {
    const start = performance.now();
    const estimate = estimateTextTokens(text, 'openai');
    const took = performance.now() - start;
    const counted = countAllO200k(text);
    return [name, { 'estimate, openai': estimate, 'o200k, cut': counted, ms: took.toFixed(1) }];
  });
  console.table(Object.fromEntries(rows));
}
