/** Puts the changes of one person on top of a version that somebody else saved in the meantime. */
import { isDraft, type Draft } from '../configuration/draft.ts';

/** A field that both changed, and what the other person made of it. */
export interface Overlap {
  /** Such as `limits.quota.amount`. */
  readonly path: string;
  readonly theirs: unknown;
}

interface Merged {
  readonly draft: Draft;
  readonly overlaps: readonly Overlap[];
}

interface Versions {
  /** What both began with. */
  readonly base: Draft;
  readonly mine: Draft;
  readonly theirs: Draft;
}

/**
 * Every field that differs between `base` and `mine` keeps the value of `mine`; all others become those of `theirs`.
 * @param place the path of the drafts in a larger one, with a dot at its end
 */
export function mergeDrafts({ base, mine, theirs }: Versions, place = ''): Merged {
  const fields = new Set([...Object.keys(theirs), ...Object.keys(mine)]);
  const overlaps: Overlap[] = [];
  const entries = [...fields].map((field) => {
    const path = `${place}${field}`;
    const [before, own, other] = [base[field], mine[field], theirs[field]];
    if (isSame(before, own)) return [field, other] as const;
    if (isDraft(before) && isDraft(own) && isDraft(other)) {
      const inner = mergeDrafts({ base: before, mine: own, theirs: other }, `${path}.`);
      overlaps.push(...inner.overlaps);
      return [field, inner.draft] as const;
    }
    if (!isSame(before, other) && !isSame(own, other)) overlaps.push({ path, theirs: other });
    return [field, own] as const;
  });
  const present = entries.filter(([, value]) => value !== undefined);
  return { draft: Object.fromEntries(present), overlaps };
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
