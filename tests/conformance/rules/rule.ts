// The type of a rule, and all rules of the specification.
import specification from './specification.json' with { type: 'json' };

/** One rule of `docs/specification.md`. */
export interface Rule {
  /** `spec-` and the number in the first part; the name in the second. */
  readonly id: string;
  /** Its position, such as `docs/specification.md, 5. Authentication, 5.2`. */
  readonly source: string;
  /** The heading above it. */
  readonly section: string;
  readonly sentence: string;
  /** The rules that settle what this one leaves open; `name-*` means all that start with `name-`. */
  readonly settledBy?: readonly string[];
}

/** Every rule, in the order of the page. Written by `write-rules.ts`. */
export const rules: readonly Rule[] = specification;

/** The ids of the rules that match the patterns of `settledBy`. */
export function findSettling({ settledBy = [] }: Rule, ids: readonly string[]): readonly string[] {
  return settledBy.flatMap((pattern) =>
    pattern.endsWith('*')
      ? ids.filter((id) => id.startsWith(pattern.slice(0, -1)))
      : ids.filter((id) => id === pattern),
  );
}
