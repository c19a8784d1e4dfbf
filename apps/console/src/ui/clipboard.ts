/** Puts a text into the clipboard; used by the copy buttons. */

/**
 * @param beside the pressed button; the text is selected next to it, because a modal dialog keeps the focus inside
 * @returns whether the clipboard has the text
 */
export async function copyText(text: string, beside: HTMLElement): Promise<boolean> {
  // The clipboard API needs https or localhost, and browsers may deny it to a page.
  if (!window.isSecureContext) return copySelected(text, beside);
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text, beside);
  }
}

/** The older way, which works everywhere while a click is handled. */
function copySelected(text: string, beside: HTMLElement): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  // Hidden for the moment; `sr-only` would collapse the white space that is copied.
  field.className = 'fixed top-0 size-px opacity-0';
  beside.after(field);
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  beside.focus({ preventScroll: true });
  return isCopied;
}
