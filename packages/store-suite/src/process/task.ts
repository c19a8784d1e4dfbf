/** What a child process does once it has opened its store and was told to go. */
export type StoreTask =
  /** Opens, checks and closes a store at each of more locations, one after the other. */
  | { readonly kind: 'open'; readonly locations: readonly string[] }
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
