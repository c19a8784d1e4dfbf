import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NameMap } from './names.ts';

describe('NameMap', () => {
  it('makes illegal, empty and long names legal', () => {
    const names = new NameMap(32);
    for (const name of [
      '',
      'get.time',
      'mcp::a/b',
      'é',
      '\uD800',
      'x'.repeat(33),
      'x'.repeat(5000),
    ]) {
      const substitute = names.toUpstream(name);
      expect(substitute).toMatch(/^[A-Za-z0-9_-]{1,32}$/);
      expect(names.toCaller(substitute)).toBe(name);
    }
  });

  it('keeps the legal characters of a name, and distinguishes names that differ in the others', () => {
    const names = new NameMap();
    expect(names.toUpstream('files.read')).toMatch(/^files_read_[0-9a-f]{8}$/);
    expect(names.toUpstream('files/read')).not.toBe(names.toUpstream('files.read'));
  });

  it('follows the name rule of a format', () => {
    const rule = { legal: /^[A-Za-z_][A-Za-z0-9_.:-]*$/, illegal: /[^A-Za-z0-9_.:-]/g };
    const names = new NameMap(128, rule);
    expect(names.toUpstream('mcp:files.read')).toBe('mcp:files.read');
    for (const name of ['1st', '-x', '', 'a b', 'é'.repeat(200)]) {
      const substitute = names.toUpstream(name);
      expect(substitute).toMatch(rule.legal);
      expect(substitute.length).toBeLessThanOrEqual(128);
      expect(names.toCaller(substitute)).toBe(name);
    }
  });

  it('does not change legal names and unknown names', () => {
    const names = new NameMap();
    expect(names.toUpstream('get_time-2')).toBe('get_time-2');
    expect(names.toCaller('made-up')).toBe('made-up');
  });

  it('returns the same substitute in every conversation, so that prompt caches hit', () => {
    expect(new NameMap().toUpstream('a.b')).toBe(new NameMap().toUpstream('a.b'));
  });

  it('does not confuse a name with the substitute of another, whichever comes first', () => {
    const substitute = new NameMap().toUpstream('a.b');
    for (const order of [
      ['a.b', substitute],
      [substitute, 'a.b'],
    ]) {
      const names = new NameMap();
      const upstream = order.map((name) => names.toUpstream(name));
      expect(new Set(upstream).size).toBe(2);
      expect(upstream.map((name) => names.toCaller(name))).toEqual(order);
    }
  });

  it('distinguishes two names whose hashes are the same', () => {
    const [one, other] = ['weather.129bkr7v5v', 'weather.echgrez0a'] as const;
    expect(new NameMap(16).toUpstream(one)).toBe(new NameMap(16).toUpstream(other));
    const names = new NameMap(16);
    const upstream = [names.toUpstream(one), names.toUpstream(other)];
    expect(upstream.map((name) => names.toCaller(name))).toEqual([one, other]);
  });

  it('is injective and stable for any names', () => {
    const name = fc.oneof(
      fc.string(),
      fc.stringMatching(/^[a-b.]{0,3}$/),
      fc.string({ minLength: 70 }),
    );
    fc.assert(
      fc.property(fc.uniqueArray(name), (list) => {
        const names = new NameMap();
        const upstream = list.map((each) => names.toUpstream(each));
        expect(new Set(upstream).size).toBe(list.length);
        expect(list.map((each) => names.toUpstream(each))).toEqual(upstream);
        expect(upstream.map((each) => names.toCaller(each))).toEqual(list);
        for (const each of upstream) expect(each).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
      }),
    );
  });
});
