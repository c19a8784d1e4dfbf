import { answerWith } from '@parley/testkit';
import { describe, expect, it } from 'vitest';
import { openTestGateway } from '../../testing/open-test-gateway.ts';
import {
  callName,
  type TestGateway,
  type TestGatewaySettings,
} from '../../testing/test-gateway.ts';
import { openBackgroundGateway, question, stateOf } from '../../testing/background-gateway.ts';
import { StoreUnavailableError } from '../../store/index.ts';
import { ResponseSpace } from './response-space.ts';

const large = 'x'.repeat(600_000);

async function ask({ post }: TestGateway, input: string): Promise<string> {
  const response = await post('/v1/responses', { model: callName, input });
  return ((await response.json()) as { id: string }).id;
}

async function arrange(settings: TestGatewaySettings = {}) {
  const running = await openTestGateway(settings);
  running.upstream.script(answerWith({ text: 'Hello.' }));
  /** The ids of those that are stored. */
  const stored = async (ids: readonly string[]) => {
    const found = await Promise.all(ids.map((id) => running.store.findResponse('key_1', id)));
    return found.flatMap((response) => response?.id ?? []);
  };
  return { ...running, stored };
}

describe('the stored responses of a key', () => {
  it.each([
    ['by their number', { per_key: 2 }, 'Hi'],
    ['by their length', { mebibytes_per_key: 2 }, large],
  ])('are limited %s: the oldest are deleted', async (_, responses, input) => {
    let now = 1_000;
    const clock = { now: () => now++, monotonic: () => performance.now() };
    const running = await arrange({ configuration: { responses }, options: { clock } });
    const ids: string[] = [];
    for (let times = 0; times < 6; times++) ids.push(await ask(running, input));
    const kept = await running.stored(ids);
    expect(kept.length).toBeLessThanOrEqual(3);
    expect(kept).toEqual(ids.slice(-kept.length));
  });

  it('are none where none may be stored', async () => {
    const running = await arrange({ configuration: { responses: { per_key: 0 } } });
    expect(await running.stored([await ask(running, 'Hi')])).toEqual([]);
  });

  it('are answered although they cannot be looked at, which is logged', async () => {
    const running = await arrange();
    running.store.trimResponses = async () => Promise.reject(new StoreUnavailableError('No.'));
    const id = await ask(running, 'Hi');
    expect(await running.stored([id])).toEqual([id]);
    expect(running.log.join('\n')).toContain('The oldest responses of a key could not be deleted.');
  });

  it('include those that ended in the background', async () => {
    const running = await openBackgroundGateway();
    await running.begin(question);
    running.remote.now = stateOf('completed');
    expect(await running.call('GET', '/resp_of_a_test')).toMatchObject({ status: 'completed' });
    const found = await running.store.findResponse('key_1', 'resp_of_a_test');
    expect(found?.responseLength).toBe((found?.input.length ?? 0) + (found?.body.length ?? 0));
  });
});

describe('ResponseSpace', () => {
  const most = { count: 32, length: 1_600 };

  it('looks at the first response of a key, and then at each sixteenth of its number', () => {
    const space = new ResponseSpace();
    const due = Array.from({ length: 6 }, () => space.add('a', 1, most));
    expect(due).toEqual([true, false, true, false, true, false]);
    expect(space.add('b', 1, most)).toBe(true);
  });

  it('looks at each sixteenth of the length', () => {
    const space = new ResponseSpace();
    const lengths = [1, 99, 1, 100];
    expect(lengths.map((length) => space.add('a', length, { ...most, count: 1_000 }))).toEqual([
      ...[true, false, true, true],
    ]);
  });

  it('always looks where nothing may be stored', () => {
    const space = new ResponseSpace();
    const none = { count: 0, length: 1_600 };
    expect([space.add('a', 1, none), space.add('a', 1, none)]).toEqual([true, true]);
  });

  it('forgets the oldest of many keys', () => {
    const space = new ResponseSpace();
    for (let key = 0; key < 10_001; key++) space.add(`key-${key}`, 1, most);
    expect(space.add('key-10000', 1, most)).toBe(false);
    expect(space.add('key-0', 1, most)).toBe(true);
  });
});
