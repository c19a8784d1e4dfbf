import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCallIds, fromLegalId, toLegalId, toShortId } from './ids.ts';

const legal = /^[A-Za-z0-9_-]+$/;

describe('toLegalId and fromLegalId', () => {
  it.each([
    '',
    ' ',
    'a:b',
    'call.1',
    'é',
    '\uD800',
    '\uFEFFx',
    't_',
    't_abc',
    't_dF9hYmM',
    '"',
    '\\',
    '\n',
  ])('make %j legal and find it again', (id) => {
    const legalId = toLegalId(id);
    expect(legalId).toMatch(legal);
    expect(legalId).not.toBe(id);
    expect(fromLegalId(legalId)).toBe(id);
  });

  it.each(['call_1', 'toolu_01A-b', 'x', 'functions-get_time-0', 'a'.repeat(200)])(
    'leave the legal id %s alone',
    (id) => {
      expect(toLegalId(id)).toBe(id);
      expect(fromLegalId(id)).toBe(id);
    },
  );

  it.each(['t_!', 't_A', 't_YQ==', 't_YR', 't__w', 't_Ig'])(
    'leave %s alone, which only looks like ours',
    (id) => {
      expect(fromLegalId(id)).toBe(id);
    },
  );

  it('are inverse for every string, so no two ids share a legal form', () => {
    const id = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string().map((rest) => `t_${rest}`),
    );
    fc.assert(
      fc.property(id, (original) => {
        const legalId = toLegalId(original);
        expect(legalId).toMatch(legal);
        expect(fromLegalId(legalId)).toBe(original);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('toShortId', () => {
  it('leaves nine letters or digits alone', () => {
    expect(toShortId('iRvM4muS4')).toBe('iRvM4muS4');
  });

  it('gives every other id nine letters or digits, and no two the same ones', () => {
    const ids = Array.from({ length: 5_000 }, (_, index) => [`toolu_${index}`, `call.${index}`]);
    const short = ['', '\uD800', ...ids.flat()].map(toShortId);
    for (const id of short) expect(id).toMatch(/^[A-Za-z0-9]{9}$/);
    expect(new Set(short).size).toBe(short.length);
  });
});

describe('createCallIds', () => {
  it('replaces ids that are missing or taken and keeps the others', () => {
    const ids = createCallIds('x9');
    expect(['a', '', 'a', 'b', ''].map((id) => ids.claim(id))).toEqual([
      'a',
      'call_x9_1',
      'call_x9_2',
      'b',
      'call_x9_3',
    ]);
  });

  it('does not create an id that the upstream used before', () => {
    const ids = createCallIds('x');
    expect(['call_x_1', '', 'call_x_2'].map((id) => ids.claim(id))).toEqual([
      'call_x_1',
      'call_x_2',
      'call_x_3',
    ]);
  });

  it('creates only unique, legal ids, and the same ones every time', () => {
    const claims = fc.array(fc.constantFrom('', 'a', 'b', 'call_s_1', 'call_s_2'));
    fc.assert(
      fc.property(claims, (wanted) => {
        const claim = () => {
          const ids = createCallIds('s');
          return wanted.map((id) => ids.claim(id));
        };
        const given = claim();
        expect(new Set(given).size).toBe(wanted.length);
        expect(claim()).toEqual(given);
        for (const id of given) expect(id).toMatch(legal);
      }),
    );
  });
});
