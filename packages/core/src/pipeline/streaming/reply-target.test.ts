import { NameMap } from '@parley/protocol';
import { expect, it } from 'vitest';
import type { GatewayContext } from '../../context.ts';
import type { Parsed } from '../state.ts';
import { createReplyTarget } from './reply-target.ts';

it('a reply has the id of its exchange, and its times in whole seconds', () => {
  const clock = { now: () => 1_763_683_209_999, monotonic: () => 0 };
  const outline = { model: 'work/fast' };
  const summary = { model: 'work/fast', includeUsage: true };
  const names = new NameMap();
  const target = createReplyTarget(
    { clock } as GatewayContext,
    {
      ...{ id: 'req_a_req_7', startedAt: 1_763_683_200_999 },
      request: { summary, outline: () => outline },
    } as Parsed,
    names,
  );
  const { completedAt, ...fields } = target;
  expect(fields).toEqual({
    ...{ model: 'work/fast', id: 'a_req_7', createdAt: 1_763_683_200 },
    ...{ names, includeUsage: true, request: outline },
  });
  expect(completedAt?.()).toBe(1_763_683_209);
});
