/** One thing that is wrong with a configuration. It never holds a secret. */
export interface ConfigurationProblem {
  /** Where, as the keys that lead there. */
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
