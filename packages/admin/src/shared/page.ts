/** A part of a list. */
export interface Page<View> {
  readonly data: readonly View[];
  /** Where the list goes on; null at its end. */
  readonly next: string | null;
}

/** A page of a list that goes on after the last id. */
export function toPage<View extends { readonly id: string }>(
  data: readonly View[],
  limit: number,
): Page<View> {
  return { data, next: data.length === limit ? (data.at(-1)?.id ?? null) : null };
}
