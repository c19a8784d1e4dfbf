/**
 * The hooks of `use-sync-external-store` for the libraries that import them; `vite.config.ts` names this file in its
 * place. The package is CommonJS, and what such a module imports is bundled whole.
 */
import { useCallback, useState, useSyncExternalStore } from 'react';

export { useSyncExternalStore };

type Select<Snapshot, Selection> = (snapshot: Snapshot) => Selection;
type IsEqual<Selection> = (a: Selection, b: Selection) => boolean;

/** Reads a part of a store. A part that equals the last one keeps its identity, so that nothing is rendered. */
export function useSyncExternalStoreWithSelector<Snapshot, Selection>(
  subscribe: Parameters<typeof useSyncExternalStore>[0],
  getSnapshot: () => Snapshot,
  ...[, select, isEqual = Object.is]: readonly [
    getServerSnapshot: unknown,
    select: Select<Snapshot, Selection>,
    isEqual?: IsEqual<Selection>,
  ]
): Selection {
  const [selectOnce] = useState(createSelectOnce<Snapshot, Selection>);
  const read = useCallback(
    () => selectOnce(getSnapshot(), select, isEqual),
    [selectOnce, getSnapshot, select, isEqual],
  );
  return useSyncExternalStore(subscribe, read);
}

function createSelectOnce<Snapshot, Selection>() {
  let last:
    | readonly [snapshot: Snapshot, select: Select<Snapshot, Selection>, selection: Selection]
    | undefined;
  return (
    snapshot: Snapshot,
    select: Select<Snapshot, Selection>,
    isEqual: IsEqual<Selection>,
  ): Selection => {
    if (last !== undefined && Object.is(last[0], snapshot) && last[1] === select) return last[2];
    const next = select(snapshot);
    const selection = last !== undefined && isEqual(last[2], next) ? last[2] : next;
    last = [snapshot, select, selection];
    return selection;
  };
}
