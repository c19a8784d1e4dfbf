/** Where a value of the configuration was said. */
export interface Origin {
  readonly from: 'file' | 'environment' | 'default';
  /** For people: `line 12`, or the name of a variable. No secret is in it. */
  readonly detail?: string;
}

/** Where the values of a host's configuration come from, as the host knows. */
export interface ConfigurationOrigins {
  /** The file, or the variable that holds its text; absent when there is neither. */
  readonly source?: string;
  /** By path, as `originKey` writes it. Values that nobody said have no entry. */
  readonly places: ReadonlyMap<string, Origin>;
}

/** A path as the key of a table; names may hold dots and slashes. */
export function originKey(path: readonly PropertyKey[]): string {
  return JSON.stringify(path.map(String));
}

export const noOrigins: ConfigurationOrigins = { places: new Map() };
