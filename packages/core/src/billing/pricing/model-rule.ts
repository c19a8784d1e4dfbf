/** Which model names something is about. One of the comparisons is enough; case does not count. */
export interface ModelRule {
  readonly is?: readonly string[];
  readonly begins?: readonly string[];
  readonly ends?: readonly string[];
  readonly holds?: readonly string[];
  /** Regular expressions. */
  readonly fits?: readonly string[];
  /** Every one of these. */
  readonly all?: readonly ModelRule[];
}

/** @param name in lower case, as are all texts of the rule but its regular expressions */
export function fitsRule(rule: ModelRule, name: string): boolean {
  const { is = [], begins = [], ends = [], holds = [], fits = [], all } = rule;
  return (
    is.includes(name) ||
    begins.some((text) => name.startsWith(text)) ||
    ends.some((text) => name.endsWith(text)) ||
    holds.some((text) => name.includes(text)) ||
    fits.some((pattern) => new RegExp(pattern, 'i').test(name)) ||
    (all?.every((part) => fitsRule(part, name)) ?? false)
  );
}
