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
