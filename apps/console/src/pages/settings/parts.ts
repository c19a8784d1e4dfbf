/** The configuration as text. */

interface Part {
  readonly path: string;
  readonly value?: unknown;
  readonly from: string;
  readonly detail: string | null;
}

/** One YAML-like line per value, with its origin as a comment. */
export function writeParts(parts: readonly Part[]): string {
  return parts
    .map(({ path, value, from, detail }) =>
      [`${path}: ${writeValue(value)}  # ${from}`, ...(detail === null ? [] : [detail])].join(', '),
    )
    .join('\n');
}

export function writeValue(value: unknown): string {
  return JSON.stringify(value ?? null);
}
