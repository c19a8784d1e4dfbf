import { describe, expect, it } from 'vitest';
import { createStatementCache } from './statement-cache.ts';

describe('the statement cache', () => {
  it('evicts the oldest statement beyond its limit', () => {
    const prepared: string[] = [];
    const cache = createStatementCache((sql) => prepared.push(sql), 2);
    for (const sql of ['a', 'b', 'c', 'b', 'c', 'a']) cache.get(sql);
    expect(prepared).toStrictEqual(['a', 'b', 'c', 'a']);
  });

  it('does not keep what could not be prepared', () => {
    let calls = 0;
    const cache = createStatementCache((sql) => {
      calls += 1;
      if (calls === 1) throw new Error('syntax error');
      return sql;
    });
    expect(() => cache.get('a')).toThrow('syntax error');
    expect(cache.get('a')).toBe('a');
  });

  it('prepares each text once', () => {
    const cache = createStatementCache((sql) => ({ sql }));
    expect(cache.get('a')).toBe(cache.get('a'));
    expect(cache.get('a')).not.toBe(cache.get('b'));
  });
});
