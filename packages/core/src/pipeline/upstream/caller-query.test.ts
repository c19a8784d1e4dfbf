import { describe, expect, it } from 'vitest';
import { createKeySecret } from '../../keys/secret.ts';
import { addCallerQuery } from './caller-query.ts';

const add = (url: string, query: string) =>
  addCallerQuery(url, new Request(`http://parley.test/v1/messages${query}`));

describe('addCallerQuery', () => {
  it.each([
    ['https://up.test/v1/messages', '', 'https://up.test/v1/messages'],
    ['https://up.test/v1/messages', '?', 'https://up.test/v1/messages'],
    ['https://up.test/v1/messages', '?beta=true', 'https://up.test/v1/messages?beta=true'],
    ['https://up.test/x?api-version=1', '?a=1&a=2', 'https://up.test/x?api-version=1&a=1&a=2'],
    ['https://up.test/x?api-version=1', '?api-version=2', 'https://up.test/x?api-version=1'],
    ['https://up.test/x?alt=sse', '?alt=json&key=AIza&$fields=a', 'https://up.test/x?alt=sse'],
    ['https://up.test/x', '?KEY=1&Access_Token=2&x=%26%3D', 'https://up.test/x?x=%26%3D'],
    ['https://up.test/x', `?x=${'y'.repeat(3_000)}`, 'https://up.test/x'],
  ])('adds to %s what %s may say', (url, query, expected) => {
    expect(add(url, query)).toBe(expected);
  });

  it.each([
    ...['key', 'api_key', 'api-key', 'api-version', 'access_token', 'oauth_token'],
    ...['alt', '$alt', 'callback', '$callback', 'fields', '$fields'],
    ...['$httpMethod', '$userProject', 'quotaUser'],
  ])('keeps back the parameter %s', (name) => {
    expect(add('https://up.test/x', `?a=1&${name}=2`)).toBe('https://up.test/x?a=1');
  });

  it('keeps back a key of Parley under any name, and as a name', async () => {
    const { secret } = await createKeySecret();
    const query = `?token=${secret}&a=1&b=2&b=${secret}&${secret}`;
    expect(add('https://up.test/x', query)).toBe('https://up.test/x?a=1');
  });

  it('forwards a query of at most 2,048 characters', () => {
    const longest = `x=${'y'.repeat(2_046)}`;
    expect(add('https://up.test/x', `?${longest}`)).toBe(`https://up.test/x?${longest}`);
    expect(add('https://up.test/x', `?${longest}y`)).toBe('https://up.test/x');
  });

  it('does not forward a fragment', () => {
    expect(add('https://up.test/x', '?a=1#b?c=2')).toBe('https://up.test/x?a=1');
  });
});
