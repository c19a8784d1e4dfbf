import type { Target } from '../../models/routing/snapshot.ts';
import type { FoundPrice } from './price-book.ts';

/** A target and what it cost when the exchange began. */
export interface PricedTarget {
  readonly target: Target;
  readonly price: FoundPrice;
}
