/** A problem of a configuration. It never contains a secret. */
export interface ConfigurationProblem {
  /** Where, as a path of keys. */
  readonly path: readonly (string | number)[];
  /** A full sentence. */
  readonly message: string;
  /** What to write instead, as a full sentence. */
  readonly suggestion?: string;
}

/** A configuration that cannot be used. */
export class ConfigurationError extends Error {
  readonly problems: readonly ConfigurationProblem[];

  constructor(problems: readonly ConfigurationProblem[]) {
    super(problems.map(describeProblem).join('\n'));
    this.name = 'ConfigurationError';
    this.problems = problems;
  }
}

function describeProblem({ path, message, suggestion }: ConfigurationProblem): string {
  const place = path.length === 0 ? '' : `${path.join('.')}: `;
  return `${place}${message}${suggestion === undefined ? '' : ` ${suggestion}`}`;
}
