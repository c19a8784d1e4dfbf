/**
 * Moves the focus of a form to the field that was refused, so that it is in view and a screen reader says why; scrolls
 * to the reason where it is that of no field.
 */
import { useEffect, type RefObject } from 'react';

/** @param refusal changes with every refused attempt; undefined before the first one */
export function useFocusOnError(form: RefObject<HTMLFormElement | null>, refusal: unknown): void {
  useEffect(() => {
    if (refusal === undefined) return;
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid=true]');
    if (field) {
      openDisclosure(field);
      field.focus();
    } else form.current?.querySelector('[role=alert]')?.scrollIntoView({ block: 'nearest' });
  }, [form, refusal]);
}

/** Opens the disclosure that a field may be behind; it stays open from then on. */
export function openDisclosure(field: Element): void {
  field.closest('details')?.setAttribute('open', '');
}
