import { describe, expect, it } from 'vitest';
import { configurationSchema } from '../../configuration/schema.ts';
import { explainResolution } from './explain.ts';
import type { Scope } from './scope.ts';
import { explainOrder } from './select.ts';
import { createSnapshot } from './snapshot.ts';

const base = { provider: 'openai-compatible', base_url: 'http://a/v1' };
const snapshot = createSnapshot(
  configurationSchema.parse({
    upstreams: { own: { ...base, models: ['small', 'big', 'mini', 'medium'] }, open: base },
    models: { huge: { targets: [{ upstream: 'own', model: 'big' }] } },
    groups: {
      home: {
        fingerprint: 'h',
        models: ['small', 'mini', 'medium', 'open/*'],
        tiers: [{ match: 'tier', tier: 'opus', to: 'small', effort: 'high' }],
      },
      work: { fingerprint: 'w', models: ['big', 'huge'] },
    },
  }),
);

function arrange(key: Scope['key'] = {}, account: Scope['account'] = {}): Scope {
  const [home, work] = ['home', 'work'].map((name) => snapshot.groups.get(name));
  if (home === undefined || work === undefined) throw new Error('There is no group.');
  return { groups: [home, work], key, account };
}

const tiers = 'The group home has 1 tier rule.';
const told = 'The client gets the error that the model does not exist.';

describe('the explanation of a name', () => {
  it.each([
    ['small', ['"small" in the group home: found.', tiers, found('name', 'small')]],
    [
      'w/big',
      [
        '"w/big" in the group home: there is no such call name.',
        '"big" in the group work: found.',
        found('fingerprint', 'big', 'work'),
      ],
    ],
    [
      'opus',
      [
        '"opus" in the group home: there is no such call name.',
        tiers,
        found('tier', 'small'),
        'Its reasoning effort is high, unless the request sets one.',
      ],
    ],
    ['open/any', ['"open/any" in the group home: found.', tiers, found('name', 'open/any')]],
  ])('that is found lists the look-ups of %s', (name, steps) => {
    const explained = explainResolution(arrange(), name, snapshot);
    expect(explained.steps).toEqual(steps);
    expect(explained).not.toHaveProperty('reason');
    expect(explained.resolution?.route.callName).toBeDefined();
  });

  function found(by: string, callName: string, group = 'home'): string {
    return `Found by ${by}: ${callName} of the group ${group}.`;
  }

  it.each([
    ['big', {}, {}, 'the group may not use it.', 'The group home may not use "big".'],
    ['small', { models: ['x'] }, {}, 'the key may not use it.', 'The key may not use "small".'],
    [
      ...(['small', {}, { models: ['x'] }] as const),
      'its account may not use it.',
      'The account of this key may not use "small".',
    ],
    [
      ...(['nothing-like-it', {}, {}] as const),
      'there is no such call name.',
      'There is no call name "nothing-like-it".',
    ],
    [
      ...(['smal', {}, {}] as const),
      'there is no such call name.',
      'There is no call name "smal"; did you mean small?',
    ],
    [
      ...(['claude-haiku-9', {}, {}] as const),
      'there is no such call name.',
      'There is no call name "claude-haiku-9", and no tier rule of the group home leads haiku to one that may be used.',
    ],
  ])('that is missing says why there is no %s', (...[name, key, account, outcome, reason]) => {
    const explained = explainResolution(arrange(key, account), name, snapshot);
    expect(explained.steps).toEqual([
      `${JSON.stringify(name)} in the group home: ${outcome}`,
      ...[tiers, told],
    ]);
    expect(explained.reason).toBe(reason);
    expect(explained).not.toHaveProperty('resolution');
  });

  it('that is missing names what comes nearest of all look-ups', () => {
    const explained = explainResolution(arrange({ models: ['x'] }), 'w/big', snapshot);
    expect(explained.reason).toBe('The key may not use "big".');
  });
});

describe('the explanation of an order', () => {
  const other = { provider: 'anthropic-compatible', base_url: 'http://c' };
  const { routes } = createSnapshot(
    configurationSchema.parse({
      upstreams: { chat: base, chat2: base, messages: other, late: base },
      models: {
        m: {
          targets: [
            { upstream: 'chat' },
            { upstream: 'chat2' },
            { upstream: 'messages' },
            { upstream: 'late', priority: 7 },
          ],
        },
      },
    }),
  );
  const targets = routes.get('m')?.targets ?? [];

  it.each([
    ['chat2', [], 'It ranks like the first one: each comes first as often as its weight says.'],
    ['messages', [], "It does not speak the client's format openai-chat, as the first one does."],
    ['late', [], 'Its priority 7 comes after 0.'],
    ['late', ['late'], 'The circuit breaker of its upstream is open: it is a last resort.'],
  ])('says why %s comes later while %j are open', (name, open, sentence) => {
    const [first] = targets;
    const later = targets.find(({ upstream }) => upstream.name === name);
    if (first === undefined || later === undefined) throw new Error('There is no target.');
    const isAvailable = (upstream: string) => !open.includes(upstream);
    expect(explainOrder(first, later, { inbound: 'openai-chat', isAvailable })).toBe(sentence);
  });
});
