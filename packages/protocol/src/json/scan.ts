/** Where a value stands in JSON text: `text.slice(start, end)`. */
export interface JsonSpan {
  readonly start: number;
  readonly end: number;
}

/** The top-level fields of a JSON object, found without building it. */
export interface JsonScan {
  /** The span of each top-level field's value, by its decoded name. */
  readonly fields: ReadonlyMap<string, JsonSpan>;
  /** Offset just after the opening brace, where a new field can be inserted. */
  readonly open: number;
}
