import { describe, expect, it } from 'vitest';
import { nameDatabase } from './database.ts';

describe('the database of an app on Deploy', () => {
  it('is built from the variables of libpq without a URL, for any password', () => {
    const password = 'a/b:c@d?e#f%20 ü';
    const { DATABASE_URL: url = '' } = nameDatabase({
      PGHOST: 'db.example',
      PGPORT: '6432',
      PGUSER: 'someone@team',
      PGPASSWORD: password,
      PGDATABASE: 'app-production',
      PGSSLMODE: 'require',
    });
    const { hostname, port, pathname, search } = new URL(url);
    expect([hostname, port, pathname, search]).toEqual([
      'db.example',
      '6432',
      '/app-production',
      '?sslmode=require',
    ]);
    expect(decodeURIComponent(new URL(url).password)).toBe(password);
    expect(decodeURIComponent(new URL(url).username)).toBe('someone@team');
  });

  it('needs no more than a host, which may be an IPv6 address', () => {
    expect(nameDatabase({ PGHOST: '::1' })['DATABASE_URL']).toBe('postgres://[::1]');
  });

  it.each(['DATABASE_URL', 'PARLEY_DATABASE_URL'])('is the one in %s when that is set', (name) => {
    const environment = { PGHOST: 'other.example', [name]: 'postgres://db.example/app' };
    expect(nameDatabase(environment)).toBe(environment);
  });

  it('has no default', () => {
    const environment = { PGUSER: 'someone' };
    expect(nameDatabase(environment)).toBe(environment);
  });
});
