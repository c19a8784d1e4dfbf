/** Moves the focus of a form to the field that was refused, so that it is in view and a screen reader says why. */
import { useEffect, type RefObject } from 'react';

/** @param refusal changes with every refused attempt; undefined before the first one */
export function useFocusOnError(form: RefObject<HTMLFormElement | null>, refusal: unknown): void {
  useEffect(() => {
    if (refusal === undefined) return;
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [form, refusal]);
}
