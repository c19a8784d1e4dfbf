/** Keeps what was typed in a dialog until it is saved, or its author agrees to discard it; used by `dialog.tsx`. */
import { useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState, type SyntheticEvent } from 'react';

interface Unsaved {
  /** For the element around the fields: what is typed, and clicks that may add, move or remove some of them. */
  readonly onEdit: (event: SyntheticEvent) => void;
  readonly isEdited: () => boolean;
  /** Leaves at once when nothing was typed, and otherwise asks first. */
  readonly leave: (action: () => void) => void;
  readonly forget: () => void;
  /** What happens if what was typed is discarded; absent while nobody is asked. */
  readonly discard: (() => void) | undefined;
  readonly keep: () => void;
}

/** Also asks before the buttons of the browser go back, and lets the browser ask before a reload. */
export function useUnsaved(isOpen: boolean): Unsaved {
  const { history } = useRouter();
  const edited = useRef(false);
  const [left, setLeft] = useState<{ readonly action: () => void }>();
  const forget = useCallback(() => {
    edited.current = false;
    setLeft(undefined);
  }, []);
  const leave = useCallback((action: () => void) => {
    if (edited.current) setLeft({ action });
    else action();
  }, []);
  useEffect(() => {
    if (!isOpen) return undefined;
    return history.block({
      enableBeforeUnload: () => edited.current,
      blockerFn: ({ action, currentLocation, nextLocation }) => {
        // What the console itself opens replaces a form that was saved or canceled.
        if (!edited.current || action === 'PUSH' || action === 'REPLACE') return false;
        const steps = nextLocation.state.__TSR_index - currentLocation.state.__TSR_index;
        leave(() => history.go(steps));
        return true;
      },
    });
  }, [history, isOpen, leave]);
  return {
    onEdit: ({ target, type }) => {
      const place = type === 'click' ? 'fieldset button' : 'form';
      edited.current ||= target instanceof Element && target.closest(place) !== null;
    },
    isEdited: () => edited.current,
    leave,
    forget,
    discard:
      left &&
      (() => {
        forget();
        left.action();
      }),
    keep: () => setLeft(undefined),
  };
}
