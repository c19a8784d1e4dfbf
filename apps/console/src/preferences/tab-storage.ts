/** Texts that one tab keeps over a reload, until its visitor signs out. */

const prefix = 'parley.tab.';

/** Null where nothing is kept, or the browser keeps nothing. */
export function readTabText(name: string): string | null {
  try {
    return sessionStorage.getItem(prefix + name);
  } catch {
    return null;
  }
}

/** Returns false where the browser keeps nothing, or not as much. */
export function keepTabText(name: string, text: string): boolean {
  try {
    sessionStorage.setItem(prefix + name, text);
    return true;
  } catch {
    return false;
  }
}

/** Removes all that this tab keeps. */
export function clearTabTexts(): void {
  try {
    for (const name of Object.keys(sessionStorage)) {
      if (name.startsWith(prefix)) sessionStorage.removeItem(name);
    }
  } catch {
    // A browser that keeps nothing has nothing to remove.
  }
}
