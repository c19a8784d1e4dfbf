import {
  guessProfile,
  overrideProfile,
  type CanonicalRequest,
  type Profile,
} from '@parley/protocol';
import { describe, expect, it } from 'vitest';
import { configurationSchema } from '../../configuration/schema.ts';
import { createSnapshot } from '../../models/routing/snapshot.ts';
import type { Target } from '../../models/routing/route.ts';
import { boundTokens, type BillableRequest } from './token-bound.ts';

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
}

function bound(
  { maxOutputTokens, stream = true, generatesText = true, ...more }: Asked,
  target = plain,
) {
  const summary = { model: 'm', stream, maxOutputTokens };
  const base = { model: 'm', stream, includeUsage: true, turns: [], tools: [], sampling: {} };
  const request: BillableRequest = {
    ...{ summary, text: '{}', generatesText },
    canonical: () => ({ value: { ...base, ...more } }),
  };
  const bounds = boundTokens({ request, targets: [{ target }], isEstimated: false });
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
    ['nothing where no text is generated', [{ generatesText: false }, plain], [[0, 0], [0, 0], 0]],
  ])('is %s', (_, [asked, target], [most, first, rate]) => {
    expect(bound(asked, target)).toEqual({ most, first, rate });
  });
});
