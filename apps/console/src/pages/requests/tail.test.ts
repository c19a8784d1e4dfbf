import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../api/records.ts';
import { createTail, type Tail } from './tail.ts';

const call = (id: string) => ({ id }) as Exchange;
const calls = (...ids: string[]) => ids.map(call);
const idsOf = (tail: Tail) =>
  tail
    .read()
    .rows.map(({ id }) => id)
    .join('');

function setTail(capacity = 5) {
  const tasks: (() => void)[] = [];
  const tail = createTail({ capacity, schedule: (task) => tasks.push(task) });
  const frame = () => tasks.splice(0).map((task) => task()).length;
  return { tail, frame };
}

describe('a live list', () => {
  it('does not change while it is paused, and counts the new rows', () => {
    const { tail, frame } = setTail();
    tail.push(calls('a', 'b'));
    frame();
    tail.hold(true);
    tail.push(calls('c'));
    frame();
    expect(idsOf(tail)).toBe('ba');
    expect(tail.read().waiting).toBe(1);
    tail.hold(false);
    frame();
    expect(idsOf(tail)).toBe('cba');
    expect(tail.read().waiting).toBe(0);
  });

  it('keeps the newest only, shown and waiting', () => {
    const { tail, frame } = setTail(3);
    tail.push(calls('a', 'b', 'c', 'd'));
    frame();
    expect(idsOf(tail)).toBe('dcb');
    tail.hold(true);
    tail.push(calls('e', 'f', 'g', 'h'));
    frame();
    expect(tail.read().waiting).toBe(3);
    tail.hold(false);
    frame();
    expect(idsOf(tail)).toBe('hgf');
  });

  it('shows each request once, also when the list repeats it', () => {
    const { tail, frame } = setTail();
    tail.push(calls('b'));
    tail.fill(calls('b', 'a'), true);
    tail.push(calls('b', 'c'));
    frame();
    expect(idsOf(tail)).toBe('cba');
  });

  it('renders once per frame for any number of batches', () => {
    const { tail, frame } = setTail();
    let draws = 0;
    tail.subscribe(() => (draws += 1));
    tail.push(calls('a'));
    tail.push(calls('b'));
    expect(draws).toBe(0);
    expect(frame()).toBe(1);
    expect(draws).toBe(1);
  });

  it('reports that requests may be missing when a whole page after a lost connection is new', () => {
    const { tail, frame } = setTail();
    tail.fill(calls('b', 'a'), false);
    frame();
    expect(tail.read().hasGap).toBe(false);
    tail.fill(calls('c', 'b'), false);
    frame();
    expect(tail.read().hasGap).toBe(false);
    expect(idsOf(tail)).toBe('cba');
    tail.fill(calls('f', 'e'), false);
    frame();
    expect(tail.read().hasGap).toBe(true);
  });

  it('sums what the gateway skipped', () => {
    const { tail } = setTail();
    tail.skip(3);
    tail.skip(4);
    expect(tail.read().skipped).toBe(7);
  });

  it('drops rows that it no longer shows, so that memory stays bounded', () => {
    const { tail, frame } = setTail(2);
    tail.push(calls('a', 'b', 'c'));
    frame();
    tail.push(calls('a'));
    frame();
    expect(idsOf(tail)).toBe('ac');
  });
});
