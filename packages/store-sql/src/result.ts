/** What became of one item of a batch. */
export type Result<Value> =
  | { readonly kind: 'done'; readonly value: Value }
  | { readonly kind: 'failed'; readonly reason: unknown };

/** Works on every item; one that fails does not keep the others from being done. */
export function settleEach<Item, Value>(
  items: readonly Item[],
  work: (item: Item) => Value,
): readonly Result<Value>[] {
  return items.map((item) => {
    try {
      return { kind: 'done', value: work(item) };
    } catch (reason) {
      return { kind: 'failed', reason };
    }
  });
}

/** @throws what the item failed with */
export function unwrap<Value>(result: Result<Value>): Value {
  if (result.kind === 'failed') throw result.reason;
  return result.value;
}
