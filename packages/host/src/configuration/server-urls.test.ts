import { describe, expect, it } from 'vitest';
import { loadConfiguration } from './load.ts';

const load = (environment: Record<string, string>, text?: string) =>
  loadConfiguration({ environment, ...(text !== undefined && { written: { name: 'f', text } }) });

describe('the URL of a server in the environment', () => {
  it.each([
    ['PARLEY_DATABASE_URL', 'mysql://no-real:pass@db.test/parley', /begins with postgres:/],
    ['DATABASE_URL', 'db.test', /begins with postgres:/],
    ['PARLEY_DATABASE_URL', 'postgres://no-real:pass#1@db.test/parley', /percent encoding/],
    ['PARLEY_DATABASE_URL', 'postgres://u:p@no-real/1#2@db.test/parley', /percent encoding/],
    ['PARLEY_DATABASE_URL', 'postgres://u:p@no-real/1@db.test/parley', /percent encoding/],
    ['PARLEY_DATABASE_URL', 'postgres://u:p@no-real?1@db.test/parley', /percent encoding/],
    ['PARLEY_DATABASE_URL', 'postgres://u:p@no-real.test,db.test/parley', /one server/],
    ['PARLEY_REDIS_URL', 'redis://u:p@no-real/1@redis.test', /percent encoding/],
    ['PARLEY_REDIS_URL', 'redis://a.test:6379,b.test:6379', /one server/],
    ['PARLEY_REDIS_URL', 'http://redis.test', /redis:\/\/host:6379/],
    ['PARLEY_REDIS_URL', 'redis.test:6379', /redis:\/\/host:6379/],
  ])('in %s may not be %s', (variable, value, reason) => {
    const act = () => load({ [variable]: value });
    expect(act).toThrow(reason);
    expect(act).toThrow(new RegExp(`^${variable}: `));
    expect(act).not.toThrow('no-real');
  });

  it.each([
    ['PARLEY_DATABASE_URL', 'postgres:///parley?host=/run/postgresql&user=parley'],
    ['PARLEY_DATABASE_URL', 'postgres://parley:p@/parley?host=/run/postgresql'],
    ['PARLEY_DATABASE_URL', 'postgresql://parley@%2Frun%2Fpostgresql:5433/parley'],
    ['PARLEY_DATABASE_URL', 'postgres://db.test/parley?user=parley@db&password=p'],
    ['DATABASE_URL', 'postgres://u:p%23@[::1]:5432/parley?sslmode=require'],
    ['PARLEY_REDIS_URL', 'unix:///run/redis/redis.sock'],
    ['PARLEY_REDIS_URL', 'rediss://:p@redis.test:6380/2'],
    ['PARLEY_REDIS_URL', ''],
  ])('in %s may be %j', (variable, value) => {
    expect(() => load({ [variable]: value })).not.toThrow();
  });

  it('is not used, and not checked, where the file or another variable names the server', () => {
    const store = 'store: { url: postgres://db.test/parley, redis: redis://redis.test }';
    expect(() => load({ DATABASE_URL: 'mysql://a', PARLEY_REDIS_URL: 'b' }, store)).not.toThrow();
    const own = { PARLEY_DATABASE_URL: 'postgres://db.test/parley' };
    expect(() => load({ ...own, DATABASE_URL: 'mysql://a' })).not.toThrow();
  });
});
