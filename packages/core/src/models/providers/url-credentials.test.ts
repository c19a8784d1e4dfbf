import { expect, it } from 'vitest';
import { readDestination } from './url-credentials.ts';

it.each([
  ['me:a%3Ab%20%C3%A4@', 'me:a:b ä'],
  ['token@', 'token:'],
  [':secret@', ':secret'],
  ['100%:x%zz@', '100%:x%zz'],
])('sends %s of a URL as a header', (userinfo, sent) => {
  const { url, authorization } = readDestination(`https://${userinfo}h.test/a?b=c%20d`);
  expect(url).toBe('https://h.test/a?b=c%20d');
  const basic = Buffer.from(sent).toString('base64');
  expect(authorization).toEqual({ authorization: `Basic ${basic}` });
});

it('leaves a URL without them as it is written', () => {
  const url = 'https://H.test';
  expect(readDestination(url)).toEqual({ url, authorization: {} });
});
