import { channel } from 'node:diagnostics_channel';
import { expect, it } from 'vitest';
import { createConnectionUse } from './connection-use.ts';

const created = channel('undici:request:create');
const sent = channel('undici:client:sendHeaders');

it('says of each call whether its connection was used before', () => {
  const use = createConnectionUse();
  const [first, second, unsent, later] = [{}, {}, {}, {}];
  const [socket, request, unwatched] = [{}, {}, {}];
  use.watch(first, () => {
    created.publish({ request });
  });
  expect(use.isReused(first)).toBeUndefined();
  sent.publish({ request, socket });
  use.watch(second, () => {
    created.publish({ request: later });
  });
  expect(() => {
    use.watch(unsent, () => {
      throw new Error('not sent');
    });
  }).toThrow('not sent');
  created.publish({ request: unwatched });
  sent.publish({ request: unwatched, socket: {} });
  sent.publish({ request: later, socket });
  expect([first, second, unsent].map((call) => use.isReused(call))).toEqual([
    false,
    true,
    undefined,
  ]);
});
