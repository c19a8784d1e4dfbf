import {
  guessProfile,
  overrideProfile,
  type CanonicalRequest,
  type Effort,
  type Profile,
} from '@parley/protocol';
import { describe, expect, it } from 'vitest';
import { configurationSchema } from '../../../configuration/schema.ts';
import { createSnapshot } from '../../../models/routing/snapshot.ts';
import type { Target } from '../../../models/routing/route.ts';
import { estimateErrorPercent, familyOf } from '../../tokens/token-family.ts';
import { estimatePrompt, type BillableRequest } from '../metering/billable-request.ts';
import { boundTokens } from './token-bound.ts';

const { routes } = createSnapshot(
  configurationSchema.parse({
    upstreams: { up: { provider: 'openai', base_url: 'http://127.0.0.1/v1', models: [] } },
    models: { m: { targets: [{ upstream: 'up', model: 'some-model' }] } },
  }),
);

function targetWith(corrections: Partial<Profile>): Target {
  const [target] = routes.get('m')?.targets ?? [];
  if (target === undefined) throw new Error('There is no target.');
  return { ...target, profile: overrideProfile(guessProfile('some-model'), corrections) };
}

const plain = targetWith({ maxOutputTokens: 9_000, reasoning: 'none' });
const thinking = targetWith({ maxOutputTokens: 9_000, reasoning: 'budget' });

interface Asked extends Partial<Pick<CanonicalRequest, 'candidates' | 'reasoning'>> {
  readonly maxOutputTokens?: number;
  readonly stream?: boolean;
  readonly generatesText?: boolean;
  readonly isBackground?: boolean;
  readonly effort?: Effort;
}

function bound(
  {
    maxOutputTokens,
    stream = true,
    generatesText = true,
    isBackground = false,
    effort,
    ...more
  }: Asked,
  target = plain,
) {
  const summary = { model: 'm', stream, maxOutputTokens };
  const base = { model: 'm', stream, includeUsage: true, turns: [], tools: [], sampling: {} };
  const request: BillableRequest = {
    ...{ summary, body: () => ({ text: '{}' }), generatesText, isBackground },
    canonical: () => ({ value: { ...base, ...more } }),
  };
  const bounds = boundTokens({ request, targets: [{ target }], effort, isEstimated: false });
  return {
    most: [bounds.bound.outputBound, bounds.bound.leastOutput],
    first: [bounds.expected.outputBound, bounds.expected.leastOutput],
    rate: bounds.bound.rateTokens,
  };
}

describe('what is reserved for a reply', () => {
  it.each<[string, [Asked, Target], readonly [most: number[], first: number[], rate: number]]>([
    [
      'its limit, of which a stream begins with 4,096',
      [{ maxOutputTokens: 8_000 }, plain],
      [[8_000, 64], [4_096, 64], 512],
    ],
    ['all of a short stream', [{ maxOutputTokens: 40 }, plain], [[40, 40], [40, 40], 40]],
    [
      'the most that the model writes, without a limit',
      [{}, plain],
      [[9_000, 64], [4_096, 64], 512],
    ],
    ['all of a whole reply', [{ stream: false }, plain], [[9_000, 64], [9_000, 64], 512]],
    [
      'all of a stream that goes on in the background',
      [{ isBackground: true }, plain],
      [[9_000, 64], [9_000, 64], 512],
    ],
    [
      'that of each candidate',
      [{ maxOutputTokens: 8_000, candidates: 2 }, plain],
      [[16_000, 128], [8_192, 128], 512],
    ],
    [
      'a thousand and more for requested reasoning',
      [{ maxOutputTokens: 100, reasoning: {} }, thinking],
      [[1_124, 1_124], [1_124, 64], 512],
    ],
    [
      'twice as much where the limit has room',
      [{ maxOutputTokens: 8_000, reasoning: {} }, thinking],
      [[8_000, 2_048], [4_096, 64], 512],
    ],
    [
      'the requested budget of reasoning',
      [{ maxOutputTokens: 8_000, reasoning: { budget: 5_000 } }, plain],
      [[8_000, 5_064], [4_096, 64], 512],
    ],
    [
      'a thousand and more for the reasoning of a tier rule',
      [{ maxOutputTokens: 100, effort: 'high' }, thinking],
      [[1_124, 1_124], [1_124, 64], 512],
    ],
    [
      'no more where the model has no budget of reasoning',
      [{ maxOutputTokens: 100, reasoning: {} }, plain],
      [[100, 64], [100, 64], 100],
    ],
    [
      'no more where no reasoning is requested',
      [{ maxOutputTokens: 100 }, thinking],
      [[100, 64], [100, 64], 100],
    ],
    [
      'no more where the limit is just enough for reasoning',
      [{ maxOutputTokens: 2_048, reasoning: {} }, thinking],
      [[2_048, 2_048], [2_048, 64], 512],
    ],
    ['nothing where no text is generated', [{ generatesText: false }, plain], [[0, 0], [0, 0], 0]],
  ])('is %s', (_, [asked, target], [most, first, rate]) => {
    expect(bound(asked, target)).toEqual({ most, first, rate });
  });
});

describe('what is expected of a prompt', () => {
  const text = 'The quick brown fox – naïve, 42 years old – jumps over 犬と猫. '.repeat(40);
  const request: BillableRequest = {
    ...{ summary: { model: 'claude-opus-4-8', stream: false }, generatesText: true },
    body: () => ({ text }),
    canonical: () => ({
      value: {
        ...{ model: 'm', stream: false, includeUsage: true, tools: [], sampling: {} },
        turns: [{ role: 'user', parts: [{ type: 'text', text }] }],
      },
    }),
  };

  function expectedOf(models: readonly string[]) {
    const targets = models.map((model) => ({ target: { ...plain, model } }));
    const { expected } = boundTokens({ request, targets, isEstimated: true });
    return { prompt: expected.inputBound, rate: expected.rateTokens };
  }

  function highestFor(model: string): number {
    const family = familyOf(model);
    const certain = 1 - estimateErrorPercent[family] / 100;
    return Math.ceil(estimatePrompt(request, family) / certain) + 64;
  }

  it('is the highest count that the estimate for any of its targets allows', () => {
    const [one, other] = ['gpt-5', 'claude-opus-4-8'] as const;
    const highest = Math.max(highestFor(one), highestFor(other));
    expect(highestFor(one)).not.toBe(highestFor(other));
    for (const models of [
      [one, other],
      [other, one],
      [one, one, other],
    ]) {
      expect(expectedOf(models).prompt).toBe(highest);
    }
    expect(expectedOf([one]).prompt).toBe(highestFor(one));
  });

  it('takes the estimate for the first target from the tokens per minute', () => {
    const usual = (model: string) => estimatePrompt(request, familyOf(model)) + 512;
    expect(expectedOf(['gpt-5', 'claude-opus-4-8']).rate).toBe(usual('gpt-5'));
    expect(expectedOf(['claude-opus-4-8', 'gpt-5']).rate).toBe(usual('claude-opus-4-8'));
  });

  it('is for the model that was asked for where there is no target', () => {
    expect(expectedOf([]).prompt).toBe(highestFor('claude-opus-4-8'));
  });
});
