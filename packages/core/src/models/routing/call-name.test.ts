import { GatewayError } from '@parley/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { configurationSchema } from '../../configuration/schema.ts';
import { findResolution, resolveCallName, spellingsOf } from './call-name.ts';
import type { Scope } from './scope.ts';
import { createSnapshot, type Group, type Snapshot } from './snapshot.ts';

const configuration = configurationSchema.parse({
  upstreams: {
    own: {
      provider: 'openai-compatible',
      base_url: 'http://a/v1',
      models: ['small', 'big', 'org/big'],
    },
  },
  models: { 'fast/one': { targets: [{ upstream: 'own', model: 'small' }] } },
  groups: {
    work: { fingerprint: 'Work', models: ['small', 'fast/*', 'org/*'] },
    home: { fingerprint: 'home', models: ['big'] },
    plain: {},
  },
});
const snapshot: Snapshot = createSnapshot(configuration);

function groupOf(name: string): Group {
  const group = snapshot.groups.get(name);
  if (group === undefined) throw new Error('There is no such group.');
  return group;
}

/** The scope of a key with a single group. */
function scopeOf(group: string): Scope {
  return { groups: [groupOf(group)], key: {}, account: {} };
}

function resolve(group: string, name: string): string {
  return resolveCallName(scopeOf(group), name).route.callName;
}

function refusal(group: string, name: string): GatewayError {
  try {
    resolve(group, name);
  } catch (error) {
    if (error instanceof GatewayError) return error;
    throw error;
  }
  throw new Error(`${name} resolved.`);
}

const hostile = [
  '',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'small\r\nx-evil: 1',
  'small\u0000',
  '../small',
  '..%2fsmall',
  "' or 1=1 --",
  '{{7*7}}',
  '\ud800',
  'small\udfff',
  'ѕmall',
  'x'.repeat(10_000),
  '/'.repeat(10_000),
  '['.repeat(5_000) + ']'.repeat(5_000),
  'work/',
  'work//small',
  '/small',
  'anthropic/',
  'anthropic/anthropic/small',
  'small[1m][1m]',
  '[1m]',
  ' small',
  'SMALL',
];

describe('resolveCallName', () => {
  it.each(hostile)('finds nothing for a hostile name (%#)', (name) => {
    const error = refusal('work', name);
    expect(error).toMatchObject({ code: 'not-found', reason: 'model_not_found', param: 'model' });
    expect(error.message).not.toMatch(/\p{C}/u);
    expect(error.message.length).toBeLessThan(500);
  });

  it('returns the same error for a name that is not allowed and one that does not exist', () => {
    const text = (name: string) => refusal('home', name).message.replaceAll(name, 'NAME');
    expect(text('qqqqq')).toBe(text('small'));
    expect(text('small')).not.toContain('org/');
  });

  it('rejects the fingerprint of another group', () => {
    expect(refusal('home', 'work/big').message).toContain('home/');
    expect(refusal('plain', 'work/big')).toMatchObject({ code: 'not-found' });
  });

  it('suggests the nearest names of this group only', () => {
    expect(refusal('work', 'smal').message).toContain('Did you mean small');
    expect(refusal('home', 'smal').message).not.toContain('small');
    expect(refusal('home', 'unlike').message).toContain('Usable names are big.');
  });

  it('finds exact names before anything else', () => {
    expect(resolve('work', 'small')).toBe('small');
    expect(resolve('work', 'fast/one')).toBe('fast/one');
    expect(resolve('plain', 'own/small')).toBe('own/small');
  });

  it('finds names after the group’s own fingerprint, ignoring case, split at the first slash', () => {
    expect(resolve('work', 'Work/small')).toBe('small');
    expect(resolve('work', 'wORK/fast/one')).toBe('fast/one');
    expect(resolve('work', 'work/org/big')).toBe('org/big');
  });

  it('finds aliases, and names with a suffix for a larger context', () => {
    expect(resolve('work', 'anthropic/work/small')).toBe('small');
    expect(resolve('plain', 'anthropic/small')).toBe('small');
    expect(resolve('work', 'small[1m]')).toBe('small');
    expect(resolve('work', 'anthropic/work/small[1m]')).toBe('small');
  });

  it('never throws anything but not-found', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (name) => {
        fc.pre(!groupOf('work').routes.has(name));
        expect(refusal('work', `~${name}`).code).toBe('not-found');
      }),
    );
  });
});

describe('an upstream that has not listed its models', () => {
  const upstreams = {
    anthropic: { provider: 'anthropic', credential: 'k' },
    mute: { provider: 'openai-compatible', base_url: 'http://a/v1' },
    listed: { provider: 'openai-compatible', base_url: 'http://b/v1', models: ['small'] },
    demo: { provider: 'demo' },
  };
  const groups = {
    all: { fingerprint: 'g', tiers: [{ match: 'exact', name: 'mute/tier', to: 'listed/small' }] },
    some: { models: ['mute/ok-*'], tiers: [{ match: 'tier', tier: 'opus', to: 'mute/ok-1' }] },
  };
  const { groups: made } = createSnapshot(configurationSchema.parse({ upstreams, groups }));

  const find = (group: string, name: string, models?: readonly string[]): string | undefined => {
    const own = made.get(group);
    if (own === undefined) throw new Error('There is no such group.');
    const scope: Scope = {
      groups: [own],
      key: models === undefined ? {} : { models },
      account: {},
    };
    const [target] = findResolution(scope, name)?.route.targets ?? [];
    return target && `${target.upstream.name}:${target.model}`;
  };

  it.each([
    'mute/',
    'mute',
    '/x',
    'listed/large',
    'demo/unknown',
    'mute/a\r\nb',
    `mute/${'a'.repeat(300)}`,
  ])('gives no model to %j', (name) => {
    expect(find('all', name)).toBeUndefined();
  });

  it.each([
    ['mute/any', 'mute:any'],
    ['mute/tier', 'mute:tier'],
    ['mute/org/any:8b', 'mute:org/any:8b'],
    ['g/mute/any', 'mute:any'],
    ['anthropic/claude-new', 'anthropic:claude-new'],
  ])('is called for %s', (name, target) => {
    expect(find('all', name)).toBe(target);
  });

  it('does not hide the aliases of other models', () => {
    expect(find('all', 'anthropic/listed/small')).toBe('listed:small');
  });

  it('is called only for what the group and the key may use, and by tiers', () => {
    expect(find('some', 'mute/ok-2')).toBe('mute:ok-2');
    expect(find('some', 'mute/other')).toBeUndefined();
    expect(find('all', 'mute/any', ['listed/*'])).toBeUndefined();
    expect(find('some', 'claude-opus-5')).toBe('mute:ok-1');
  });
});

it.each([
  ['a[1m]', ['a[1m]', 'a']],
  ['a[12345678901234]', ['a[12345678901234]', 'a']],
  ['a[123456789012345]', ['a[123456789012345]']],
  ['[1m]', ['[1m]']],
  ['a[1m]b', ['a[1m]b']],
  ['anthropic/a[1m]', ['anthropic/a[1m]', 'a[1m]', 'anthropic/a', 'a']],
])('the name %s is looked up as %j', (name, spellings) => {
  expect(spellingsOf(name)).toEqual(spellings);
});
