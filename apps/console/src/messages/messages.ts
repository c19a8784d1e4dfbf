/** The type of all texts of one language. */
import type { en } from './en/index.ts';

type English = typeof en;

/** The same keys as the English texts, in any language. */
export type Messages = {
  readonly [Area in keyof English]: { readonly [Key in keyof English[Area]]: string };
};
