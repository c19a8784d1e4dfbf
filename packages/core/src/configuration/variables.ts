/** Environment variables, as the modules that read the configuration from them see them. */

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The value of a variable; an empty one counts as unset, as in vendors' own clients. */
export function readVariable(environment: Environment, name: string): string {
  return Object.hasOwn(environment, name) ? (environment[name] ?? '').trim() : '';
}
