/** The colour of a series beside its name. */
import { seriesClass } from './series-classes.ts';

export function Swatch({ index }: { readonly index: number }) {
  return <span aria-hidden className={`size-2.5 shrink-0 rounded-sm ${seriesClass(index)}`} />;
}
