import { GatewayError, NameMap } from '@parley/protocol';
import { expect, it } from 'vitest';
import type { GatewayContext } from '../../context.ts';
import type { Parsed } from '../state.ts';
import { createReplyTarget } from './reply-target.ts';

const incoming: Parsed['incoming'] = { request: new Request('http://localhost/'), host: {} };

it('a reply has the id of its exchange, and its times in whole seconds', () => {
  const clock = { now: () => 1_763_683_209_999, monotonic: () => 0 };
  const outline = { model: 'work/fast' };
  const summary = { model: 'work/fast', includeUsage: true };
  const names = new NameMap();
  const target = createReplyTarget(
    { clock } as GatewayContext,
    {
      ...{ id: 'req_a_req_7', startedAt: 1_763_683_200_999, incoming },
      request: { summary, outline: () => outline },
    } as Parsed,
    names,
  );
  const { completedAt, ...fields } = target;
  expect(fields).toEqual({
    ...{ model: 'work/fast', id: 'a_req_7', createdAt: 1_763_683_200 },
    ...{ names, includeUsage: true, failsOtherwise: false, request: outline },
  });
  expect(completedAt?.()).toBe(1_763_683_209);
});

const clock = { now: () => 0, monotonic: () => 0 };

function targetOf(outline: () => never) {
  const request = { summary: { model: 'work/fast', includeUsage: true }, outline };
  const parsed = { id: 'req_7', startedAt: 0, incoming, request } as unknown as Parsed;
  return createReplyTarget({ clock } as GatewayContext, parsed, new NameMap());
}

it('a request without a canonical form is not repeated', () => {
  const target = targetOf(() => {
    throw new GatewayError('unsupported', 'Only its vendor has it.');
  });
  expect(target).not.toHaveProperty('request');
});

it('a fault of the gateway is thrown', () => {
  const fault = new TypeError('x is undefined');
  expect(() =>
    targetOf(() => {
      throw fault;
    }),
  ).toThrow(fault);
});
