import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { configurationSchema } from '../../configuration/schema.ts';
import { findResolution, resolveCallName } from './call-name.ts';
import { explainResolution } from './explain.ts';
import { matchesGlob } from '../../configuration/names.ts';
import { listModelEntries } from './usable-names.ts';
import type { Scope } from './scope.ts';
import { createSnapshot, type Group } from './snapshot.ts';

interface Arrangement {
  readonly groups: Readonly<Record<string, unknown>>;
  /** The key's groups, the default group first. */
  readonly bound: readonly string[];
  readonly models?: readonly string[];
  readonly keyModels?: readonly string[];
  readonly accountModels?: readonly string[];
}

const usual = ['small', 'big', 'org/big', 'claude-opus-4-5'];

function arrange({ groups, bound, models = usual, keyModels, accountModels }: Arrangement): Scope {
  const snapshot = createSnapshot(
    configurationSchema.parse({
      upstreams: { own: { provider: 'openai-compatible', base_url: 'http://a/v1', models } },
      groups,
    }),
  );
  const [home, ...others] = bound.map((name) => snapshot.groups.get(name) as Group);
  if (home === undefined) throw new Error('There is no group.');
  return {
    groups: [home, ...others],
    key: keyModels === undefined ? {} : { models: keyModels },
    account: accountModels === undefined ? {} : { models: accountModels },
  };
}

function where(scope: Scope, name: string): string | undefined {
  const found = findResolution(scope, name);
  return found && `${found.group.name}: ${found.route.callName} by ${found.by}`;
}

const groups = {
  home: { fingerprint: 'h', models: ['small', 'org/*'] },
  work: { fingerprint: 'Work', models: ['big', 'small'] },
  other: { fingerprint: 'other', models: ['*'] },
};

describe('a key of several groups', () => {
  const scope = arrange({ groups, bound: ['home', 'work'] });

  it.each([
    ['small', 'home: small by name'],
    ['big', undefined],
    ['h/small', 'home: small by fingerprint'],
    ['work/big', 'work: big by fingerprint'],
    ['WORK/small', 'work: small by fingerprint'],
    ['anthropic/work/big', 'work: big by fingerprint'],
    ['work/big[1m]', 'work: big by fingerprint'],
    ['other/big', undefined],
    ['work/org/big', undefined],
  ])('finds %s at %s', (name, place) => {
    expect(where(scope, name)).toBe(place);
  });

  it('gets its own prefixes in the error for another prefix', () => {
    expect(() => resolveCallName(scope, 'other/big')).toThrow(
      'The prefixes of this key are h/, Work/.',
    );
  });

  it('may only use what its group, its key and its account all allow', () => {
    const narrow = { groups, bound: ['home', 'work'], keyModels: ['small', 'big'] };
    expect(where(arrange(narrow), 'org/big')).toBeUndefined();
    expect(where(arrange({ ...narrow, accountModels: ['b*'] }), 'small')).toBeUndefined();
    expect(where(arrange({ ...narrow, accountModels: ['b*'] }), 'work/big')).toBeDefined();
  });

  it('gets the same error for unknown and for forbidden names', () => {
    const narrow = arrange({ groups, bound: ['other'], keyModels: ['small'] });
    const message = (name: string) => {
      try {
        return resolveCallName(narrow, name).route.callName;
      } catch (error) {
        return String(error).replaceAll(name, 'NAME');
      }
    };
    expect(message('claude-opus-4-5')).toBe(message('claude-opus-9-9'));
  });
});

describe('tiers', () => {
  const tiered = {
    home: {
      fingerprint: 'h',
      models: ['small', 'big'],
      tiers: [
        { match: 'exact', name: 'gpt-x', to: 'small' },
        { match: 'glob', name: 'gpt-*', to: 'gone' },
        { match: 'glob', name: 'gpt-*', to: 'big' },
        { match: 'tier', tier: 'opus', to: 'big', effort: 'high' },
        { match: 'tier', tier: 'haiku', to: 'small' },
      ],
    },
    work: {
      fingerprint: 'w',
      models: ['big'],
      tiers: [{ match: 'tier', tier: 'haiku', to: 'big' }],
    },
  };
  const scope = arrange({ groups: tiered, bound: ['home', 'work'], models: ['small', 'big'] });

  it.each([
    ['gpt-x', 'home: small by tier'],
    ['gpt-y', 'home: big by tier'],
    ['claude-opus-4-1-20250805', 'home: big by tier'],
    ['claude-opus-4-1[1m]', 'home: big by tier'],
    ['anthropic/claude-haiku-4-5', 'home: small by tier'],
    ['haiku', 'home: small by tier'],
    ['w/claude-haiku-4-5', 'work: big by tier'],
    ['claude-sonnet-4-5', undefined],
    ['my-opus', undefined],
  ])('leads %s to %s', (name, place) => {
    expect(where(scope, name)).toBe(place);
  });

  it('of a prefixed name lead to a model that only its group has', () => {
    const apart = { ...tiered, home: { ...tiered.home, models: ['small'] } };
    const scope = arrange({ groups: apart, bound: ['home', 'work'], models: ['small', 'big'] });
    expect(where(scope, 'w/claude-haiku-4-5')).toBe('work: big by tier');
  });

  it('set the effort', () => {
    expect(findResolution(scope, 'claude-opus-4-1')?.effort).toBe('high');
    expect(findResolution(scope, 'big')?.effort).toBeUndefined();
  });

  it('skip rules whose model the key may not use', () => {
    const narrow = arrange({
      groups: tiered,
      bound: ['home'],
      models: ['small', 'big'],
      keyModels: ['big'],
    });
    expect(where(narrow, 'gpt-x')).toBe('home: big by tier');
  });

  it('are named in the error when none matches', () => {
    expect(() => resolveCallName(scope, 'claude-sonnet-4-5')).toThrow(
      'No model is mapped to the tier sonnet.',
    );
  });

  it('are listed by their exact names', () => {
    const ids = listModelEntries(scope, { aliases: false }).map(({ id }) => id);
    expect(ids).toEqual(
      [
        'big',
        'gpt-x',
        'h/big',
        'h/own/big',
        'h/own/small',
        'h/small',
        'own/big',
        'own/small',
        'small',
        'w/big',
        'w/own/big',
      ].filter((id) => !id.includes('own/')),
    );
  });
});

const word = fc.constantFrom(
  'a',
  'b',
  'h',
  'w',
  'own',
  'anthropic',
  'claude-opus',
  '[1m]',
  '/',
  '*',
);
const name = fc.string({ unit: word, minLength: 1, maxLength: 5 });
const callName = name.filter((text) => !text.includes('*'));
const patterns = fc.option(fc.array(name, { minLength: 1, maxLength: 2 }), { nil: undefined });

const arrangement = fc
  .record({
    models: fc.uniqueArray(callName, { maxLength: 6 }),
    home: fc.array(name, { minLength: 1, maxLength: 3 }),
    work: fc.array(name, { minLength: 1, maxLength: 3 }),
    to: callName,
    keyModels: patterns,
    accountModels: patterns,
  })
  .map(({ models, home, work, to, keyModels, accountModels }) => ({
    models,
    bound: ['home', 'work'],
    groups: {
      home: { fingerprint: 'h', models: home, tiers: [{ match: 'tier', tier: 'opus', to }] },
      work: { fingerprint: 'w', models: work },
    },
    ...(keyModels && { keyModels }),
    ...(accountModels && { accountModels }),
  }));

describe('resolving, for any configuration', () => {
  it('resolves every listed name to its listed model', () => {
    fc.assert(
      fc.property(arrangement, (settings) => {
        const scope = arrange(settings);
        for (const { id, ownedBy, displayName } of listModelEntries(scope, { aliases: true })) {
          const { route } = resolveCallName(scope, id);
          expect([route.ownedBy, displayName.includes(route.displayName)]).toEqual([ownedBy, true]);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('returns a route that group, key and account allow, or one error', () => {
    fc.assert(
      fc.property(arrangement, name, (settings, asked) => {
        const scope = arrange(settings);
        const found = findResolution(scope, asked);
        if (found === undefined) {
          expect(() => resolveCallName(scope, asked)).toThrow(
            expect.objectContaining({ code: 'not-found', reason: 'model_not_found' }),
          );
          return;
        }
        const { callName: ran } = found.route;
        const allows = (list: readonly string[] | undefined) =>
          list?.some((pattern) => matchesGlob(pattern, ran)) ?? true;
        expect(found.group.routes.get(ran)).toBe(found.route);
        expect([allows(scope.key.models), allows(scope.account.models)]).toEqual([true, true]);
      }),
      { numRuns: 500 },
    );
  });

  it('does not depend on the order of the groups after the first', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('small', 'w/big', 'other/big', 'h/small', 'big', 'own/big'),
        (asked) => {
          const one = arrange({ groups, bound: ['home', 'work', 'other'] });
          const two = arrange({ groups, bound: ['home', 'other', 'work'] });
          expect(where(one, asked)).toBe(where(two, asked));
        },
      ),
    );
  });

  it('matches its explanation', () => {
    fc.assert(
      fc.property(arrangement, name, (settings, asked) => {
        const scope = arrange(settings);
        const routes = new Map(scope.groups.flatMap((group) => [...group.routes]));
        const [{ unlisted }] = scope.groups;
        const { steps, resolution, reason } = explainResolution(scope, asked, { routes, unlisted });
        expect(resolution?.route).toBe(findResolution(scope, asked)?.route);
        expect(steps.length).toBeGreaterThan(1);
        expect(reason === undefined).toBe(resolution !== undefined);
      }),
    );
  });
});
