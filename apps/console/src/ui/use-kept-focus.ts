/** Keeps the focus on the page: at its heading when another page opens, and near what had it and was removed. */
import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/** What can have the focus for what was in it. */
const places = '[role=dialog], [role=region], [role=grid]';

/** Dialogs return the focus after what was in them is removed. */
const patienceMs = 50;

export function useKeptFocus(): void {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const shown = useRef(path);
  useEffect(() => {
    if (shown.current !== path) focus(undefined);
    shown.current = path;
  }, [path]);
  useEffect(() => {
    let last: Element | undefined;
    let place: HTMLElement | null | undefined;
    const note = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return;
      last = target;
      place = target.parentElement?.closest<HTMLElement>(places);
    };
    const observer = new MutationObserver(() => {
      if (last?.isConnected !== false) return;
      last = undefined;
      setTimeout(() => {
        // After signing in again, a dialog that was open still covers the heading.
        if (document.activeElement === document.body) {
          focus(place ?? document.querySelector<HTMLElement>('[role=dialog]'));
        }
      }, patienceMs);
    });
    document.addEventListener('focusin', note);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', note);
      observer.disconnect();
    };
  }, []);
}

function focus(place: HTMLElement | null | undefined): void {
  const target = place?.isConnected ? place : document.querySelector<HTMLElement>('main h1');
  target?.focus({ preventScroll: true });
}
