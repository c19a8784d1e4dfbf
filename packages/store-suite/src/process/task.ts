/** What a child process does once it has opened its store and was told to go. */
export type StoreTask =
  /** Opens and closes the store. */
  | { readonly kind: 'open' }
  /** Records the exchanges all at once. */
  | { readonly kind: 'record'; readonly ids: readonly string[] }
  /**
   * Records exchanges `<prefix>-0`, `<prefix>-1` … for the key `<prefix>` until it is killed, and
   * prints each id on a line of its own once the store has promised that it is on disk.
   */
  | { readonly kind: 'record-endlessly'; readonly prefix: string };

/** The words that parent and child say to each other. */
export const ready = 'ready';
export const go = 'go';
