import { describe, expect, it } from 'vitest';
import { createDraw, type Draw } from './draw.ts';
import { configurationSchema } from '../../configuration/schema.ts';
import { orderTargets } from './select.ts';
import { createSnapshot } from './snapshot.ts';

const configuration = configurationSchema.parse({
  upstreams: {
    a: { provider: 'openai-compatible', base_url: 'http://a/v1' },
    b: { provider: 'openai-compatible', base_url: 'http://b/v1' },
  },
  models: { m: { targets: [{ upstream: 'a', weight: 3 }, { upstream: 'b' }] } },
});
const targets = createSnapshot(configuration).routes.get('m')?.targets ?? [];

/** The share of the draws in which the upstream `a` comes first. */
function shareOfFirst(createOne: (index: number) => Draw): number {
  const facts = { inbound: 'openai-chat', isAvailable: () => true } as const;
  const first = Array.from({ length: 4_000 }, (_, index) => {
    const [drawn] = orderTargets(targets, { ...facts, draw: createOne(index) });
    return drawn?.upstream.name;
  });
  return first.filter((name) => name === 'a').length / first.length;
}

describe('equal targets', () => {
  it('share the calls by their weights', () => {
    expect(shareOfFirst(() => createDraw())).toBeCloseTo(0.75, 1);
  });

  it('share the sessions by their weights', () => {
    expect(shareOfFirst((index) => createDraw(`session-${String(index)}`))).toBeCloseTo(0.75, 1);
  });

  it('have the places that every process gives them', () => {
    const [a, b] = targets;
    const places = ['session-1', 'session-2', ''].map((session) =>
      [a, b].map((target) => target && createDraw(session)(target).toFixed(6)),
    );
    expect(places).toMatchInlineSnapshot(`
      [
        [
          "0.264596",
          "1.739143",
        ],
        [
          "0.313029",
          "4.306563",
        ],
        [
          "0.351497",
          "0.532336",
        ],
      ]
    `);
  });

  it('are always the same for one session', () => {
    expect([0, 1]).toContain(shareOfFirst(() => createDraw('session')));
  });
});
