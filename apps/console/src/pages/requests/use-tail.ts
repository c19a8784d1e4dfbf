/** A live list for a component: connected while it is shown. */
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { ExchangeFilters } from '../../api/records.ts';
import { useSurface } from '../../api/surface.ts';
import { follow } from './follow.ts';
import { createTail, type TailView } from './tail.ts';

const capacity = 2_000;

/**
 * @param filters must be the same object while equal; another object starts a new list
 * @param isHeld keeps the rows unchanged
 */
export function useTail(filters: ExchangeFilters, isHeld: boolean): TailView {
  const surface = useSurface();
  const path = surface('/admin/v1/exchanges');
  const livePath = surface('/admin/v1/exchanges/live');
  const session = useMemo(
    () => ({ tail: createTail({ capacity, schedule: nextFrame }), path, livePath, filters }),
    [path, livePath, filters],
  );
  useEffect(() => {
    const ending = new AbortController();
    void follow(session.tail, { ...session, signal: ending.signal });
    return () => {
      ending.abort();
    };
  }, [session]);
  useEffect(() => {
    session.tail.hold(isHeld);
  }, [session, isHeld]);
  return useSyncExternalStore(session.tail.subscribe, session.tail.read);
}

/** A hidden window has no animation frames: it catches up when it is shown again. */
function nextFrame(task: () => void): void {
  requestAnimationFrame(task);
}
