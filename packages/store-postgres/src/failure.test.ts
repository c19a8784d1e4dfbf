import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { rejectAsUnavailable } from './failure.ts';

describe('an error of the server', () => {
  it.each(['26000', '42P05'])(
    'with code %s says what a pooler in transaction mode must support',
    (code) => {
      const message = 'prepared statement "hold" cannot be used';
      const error = Object.assign(new pg.DatabaseError(message, 0, 'error'), { code });
      const act = () => rejectAsUnavailable(error);
      expect(act).toThrow(`PostgreSQL could not serve: ${message}; `);
      expect(act).toThrow('max_prepared_statements');
    },
  );
});

describe('a failure to connect', () => {
  it.each([
    ['28P01', 'password authentication failed', 'check user and password'],
    ['28000', 'role "nobody" does not exist', 'check the user in the database URL'],
    ['28000', 'no pg_hba.conf entry for host "h", no encryption', 'add sslmode=verify-full'],
    ['3D000', 'database "missing" does not exist', 'create the database'],
    ['53300', 'too many connections', 'raise max_connections'],
    ['25006', 'cannot execute it in a read-only transaction', 'use the address of the primary'],
    ['ENOTFOUND', 'getaddrinfo ENOTFOUND h', 'check the host'],
    ['ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:1', 'check that PostgreSQL runs'],
    [undefined, 'The server does not support SSL connections', 'remove sslmode'],
    [undefined, 'terminated due to connection timeout', 'and the firewalls'],
  ])('%s, %s, says what to do', (code, message, advice) => {
    const error = Object.assign(new Error(message), { code });
    const act = () => rejectAsUnavailable(error);
    expect(act).toThrow(`PostgreSQL could not serve: ${message}; `);
    expect(act).toThrow(advice);
  });

  it('of several addresses says it once', () => {
    const refuse = (address: string) =>
      Object.assign(new Error(`connect ECONNREFUSED ${address}`), { code: 'ECONNREFUSED' });
    const error = new AggregateError(['::1', '127.0.0.1'].map(refuse));
    expect(() => rejectAsUnavailable(error)).toThrow(
      /: connect ECONNREFUSED ::1, connect ECONNREFUSED 127\.0\.0\.1; [^;]*$/,
    );
  });

  it('with another code says only what has failed', () => {
    const error = Object.assign(new Error('division by zero'), { code: '22012' });
    expect(() => rejectAsUnavailable(error)).toThrow(
      /^PostgreSQL could not serve: division by zero$/,
    );
  });
});
