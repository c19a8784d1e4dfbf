import { describe, expect, it } from 'vitest';
import { ResponseHeaders } from './response-headers.ts';

function bytesOf(pairs: readonly (readonly [string, string])[]): Buffer[] {
  return pairs.flat().map((text) => Buffer.from(text, 'latin1'));
}

describe('the headers of an upstream', () => {
  it.each([
    [[]],
    [[['content-type', 'text/plain']]],
    [[['Content-Type', ' text/plain ']]],
    [[['retry-after', '']]],
    [
      [
        ['retry-after', '1'],
        ['Retry-After', '2'],
      ],
    ],
    [[['x-other', 'caf\u00e9, a;b']]],
    [[['content-typo', 'a']]],
  ] as [string, string][][][])('%j are read as a web Headers reads them', (pairs) => {
    const web = new Headers();
    for (const [name, value] of pairs) web.append(name, value);
    const headers = new ResponseHeaders(bytesOf(pairs));
    for (const name of ['content-type', 'retry-after', 'x-other', 'absent']) {
      expect(headers.get(name)).toBe(web.get(name));
    }
  });

  it('may be texts already', () => {
    const headers = new ResponseHeaders(['Content-Type', ' text/plain ']);
    expect(headers.get('content-type')).toBe('text/plain');
  });

  it('do not contain what a decoded body makes untrue', () => {
    const headers = new ResponseHeaders(
      bytesOf([
        ['Content-Encoding', 'gzip'],
        ['content-type', 'text/plain'],
      ]),
    );
    headers.hide('content-encoding');
    expect(headers.get('content-encoding')).toBeNull();
    expect(headers.get('content-type')).toBe('text/plain');
  });
});
