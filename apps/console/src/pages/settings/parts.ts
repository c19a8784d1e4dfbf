/** The configuration as text. */

interface Part {
  readonly path: string;
  readonly value?: unknown;
  readonly from: string;
  readonly detail: string | null;
}

/** A line for each part in the manner of YAML, with where it comes from as a comment. */
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
