/** Chance that can be repeated: the same seed gives the same numbers. */
export interface Chance {
  /** A whole number from 0 to below this one. */
  below(limit: number): number;
  pick<Item>(items: readonly Item[]): Item;
}

/** A linear congruential generator with the constants of Numerical Recipes; enough to shuffle. */
export function createChance(seed: number): Chance {
  let state = seed >>> 0;
  const below = (limit: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  return {
    below,
    pick: (items) => {
      const item = items[below(items.length)];
      if (item === undefined) throw new RangeError('There is nothing to pick from.');
      return item;
    },
  };
}
