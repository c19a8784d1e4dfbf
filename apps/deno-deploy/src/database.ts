/** Finds the database that Deno Deploy assigns. */
import type { Environment } from '@parley/host';

/**
 * The environment with the address of the database in `DATABASE_URL`. Deploy sets that variable; where only
 * the variables of libpq are set (`PGHOST` and the others), the address is built from them.
 * https://docs.deno.com/deploy/reference/databases, https://www.postgresql.org/docs/current/libpq-envars.html
 */
export function nameDatabase(environment: Environment): Environment {
  if (environment['PARLEY_DATABASE_URL'] || environment['DATABASE_URL']) return environment;
  const host = environment['PGHOST'];
  if (!host) return environment;
  const url = new URL(`postgres://${host.includes(':') ? `[${host}]` : host}`);
  url.port = environment['PGPORT'] ?? '';
  url.username = encodeURIComponent(environment['PGUSER'] ?? '');
  url.password = encodeURIComponent(environment['PGPASSWORD'] ?? '');
  url.pathname = encodeURIComponent(environment['PGDATABASE'] ?? '');
  const { PGSSLMODE: sslMode } = environment;
  if (sslMode) url.searchParams.set('sslmode', sslMode);
  return { ...environment, DATABASE_URL: url.href };
}
