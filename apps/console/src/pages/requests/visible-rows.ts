/** Computes which rows of a long list are visible; all rows have the same height. */
import { useSyncExternalStore } from 'react';

export const rowHeightPx = 58;

/** Rows rendered beyond both edges, so that scrolling shows no gap. */
const extraRows = 6;
/** The height of the page header on a phone. */
const coveredPx = 64;

interface Place {
  readonly current: HTMLElement | null;
}

export function useVisibleRows(body: Place): { readonly first: number; readonly count: number } {
  const above = useSyncExternalStore(subscribe, () => rowsAbove(body.current));
  const inWindow = useSyncExternalStore(subscribe, () =>
    Math.ceil(window.innerHeight / rowHeightPx),
  );
  return { first: Math.max(0, above - extraRows), count: inWindow + 2 * extraRows };
}

function rowsAbove(body: HTMLElement | null): number {
  if (body === null) return 0;
  return Math.max(0, Math.floor(-body.getBoundingClientRect().top / rowHeightPx));
}

/** Scrolls no further than it takes to see a row. */
export function scrollToRow(body: HTMLElement, index: number): void {
  const top = body.getBoundingClientRect().top + index * rowHeightPx;
  const below = top + rowHeightPx - window.innerHeight;
  if (top < coveredPx) window.scrollBy({ top: top - coveredPx });
  else if (below > 0) window.scrollBy({ top: below });
}

/** Whether the page is scrolled down. */
export function useIsScrolled(): boolean {
  return useSyncExternalStore(subscribe, () => window.scrollY > rowHeightPx);
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('scroll', listener, { passive: true });
  window.addEventListener('resize', listener);
  return () => {
    window.removeEventListener('scroll', listener);
    window.removeEventListener('resize', listener);
  };
}
