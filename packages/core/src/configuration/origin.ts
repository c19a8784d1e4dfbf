/** The source of a value of the configuration. */
export interface Origin {
  readonly from: 'file' | 'environment' | 'default';
  /** For people: `line 12`, or the name of a variable; never a value. */
  readonly detail?: string;
}

/** Where the host read the values of its configuration. */
export interface ConfigurationOrigins {
  /** The file, or the variable that holds its text; absent when there is neither. */
  readonly source?: string;
  /** By path, as `originKey` writes it. Default values have no entry. */
  readonly places: ReadonlyMap<string, Origin>;
}

/** A path as the key of a map; names may contain dots and slashes. */
export function originKey(path: readonly PropertyKey[]): string {
  return JSON.stringify(path.map(String));
}

export const noOrigins: ConfigurationOrigins = { places: new Map() };
