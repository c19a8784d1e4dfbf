/** Checks the variables that name the servers of the store, which the schema of the file does not see. */
import { ConfigurationError, type Configuration, type ConfigurationProblem } from '@parley/core';
import { databaseUrlSchema, redisUrlSchema } from '@parley/core/extension';
import type { Environment } from './substitution.ts';

/**
 * Checks the URLs of PostgreSQL and Redis in the environment, each unless the file names another one.
 * @throws ConfigurationError that names the variable and does not contain its value
 */
export function checkServerUrls(
  { store }: Pick<Configuration, 'store'>,
  environment: Environment,
): void {
  const database = environment['PARLEY_DATABASE_URL'] ? 'PARLEY_DATABASE_URL' : 'DATABASE_URL';
  const problems = [
    ...(store?.url === undefined ? check(databaseUrlSchema, database, environment) : []),
    ...(store?.redis === undefined ? check(redisUrlSchema, 'PARLEY_REDIS_URL', environment) : []),
  ];
  if (problems.length > 0) throw new ConfigurationError(problems);
}

function check(
  schema: typeof databaseUrlSchema,
  variable: string,
  environment: Environment,
): readonly ConfigurationProblem[] {
  const [issue] = schema.safeParse(environment[variable] || undefined).error?.issues ?? [];
  if (issue === undefined || !environment[variable]) return [];
  return [{ path: [variable], message: issue.message }];
}
