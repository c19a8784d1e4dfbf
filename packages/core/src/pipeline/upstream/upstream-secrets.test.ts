import { expect, it } from 'vitest';
import { configurationSchema } from '../../configuration/schema.ts';
import { createSnapshot } from '../../models/routing/snapshot.ts';
import { secretsOf } from './upstream-secrets.ts';

function secretsIn(configured: object) {
  const upstreams = { up: { provider: 'openai-compatible', ...configured } };
  const upstream = createSnapshot(configurationSchema.parse({ upstreams })).upstreams.get('up');
  if (upstream === undefined) throw new Error('The upstream is not configured.');
  return secretsOf(upstream);
}

it('finds credentials in every field where an operator can put one', () => {
  const { credentials } = secretsIn({
    base_url: 'https://user:p%40ss@host.test/v1?key=in-the-query&version=2024-10-21',
    credential: 'the-credential',
    headers: {
      Authorization: `Basic ${btoa('user:password')}`,
      'X-Api-Key': 'one-word',
      'X-Auth': 'Scheme behind-a-scheme, and-another',
      'X-Title': 'My gateway',
    },
  });
  expect(new Set(credentials)).toEqual(
    new Set([
      'the-credential',
      btoa('user:password'),
      'password',
      'one-word',
      'behind-a-scheme',
      'and-another',
      btoa('user:p@ss'),
      'p@ss',
      'in-the-query',
    ]),
  );
});

it.each([
  ['Scheme 12345678 1234567', ['12345678']],
  ['short', ['short']],
  [`BASIC ${btoa('user:with:colons')}`, [btoa('user:with:colons'), 'with:colons']],
  [`Basic ${btoa('a-token:')}`, [btoa('a-token:'), 'a-token']],
  [`Basic ${btoa('a-token-alone')}`, [btoa('a-token-alone'), 'a-token-alone']],
  ['Basic not*base64', ['not*base64']],
  [`Bearer ${btoa('user:password')}`, [btoa('user:password')]],
])('finds the secrets in the header "%s"', (value, expected) => {
  const { credentials } = secretsIn({
    base_url: 'https://host.test/v1',
    headers: { Authorization: value },
  });
  expect(new Set(credentials)).toEqual(new Set(expected));
});

it.each([
  ['https://a-token@host.test/v1', [btoa('a-token:'), 'a-token']],
  ['https://user:p%40ss@host.test/v1', [btoa('user:p@ss'), 'p@ss']],
  ['https://user:100%@host.test/v1', [btoa('user:100%'), '100%']],
  ['https://host.test/v1?token=a&sig=b&signature=c&page=d', ['a', 'c']],
])('finds the secrets in the base URL %s', (base_url, expected) => {
  expect(secretsIn({ base_url }).credentials).toEqual(expected);
});

it('finds values that identify an account from eight characters on', () => {
  const headers = { 'X-Project': '12345678', 'X-Flag': '1234567' };
  const { places } = secretsIn({ base_url: 'https://host.test/v1', headers });
  expect(places).toContain('12345678');
  expect(places).not.toContain('1234567');
});

it('finds the password and the host of its proxy', () => {
  const { credentials, places } = secretsIn({
    base_url: 'https://host.test/v1',
    proxy: 'http://user:p%40ss@proxy.test:3128',
  });
  expect(credentials).toEqual(['p@ss']);
  expect(places).toContain('proxy.test');
  expect(secretsIn({ base_url: 'https://host.test/v1', proxy: 'none' }).credentials).toEqual([]);
});

it('finds the host of the upstream, and the account in its base URL', () => {
  const { places } = secretsIn({
    base_url: 'http://Model-Host:8443/accounts/0f1e2d3c4b5a6978/openai/v1',
    headers: { 'OpenAI-Organization': 'some-organization', 'X-Flag': '1' },
  });
  expect(new Set(places)).toEqual(
    new Set([
      'model-host:8443',
      'model-host',
      'port 8443',
      'port: 8443',
      'port=8443',
      '0f1e2d3c4b5a6978',
      'some-organization',
    ]),
  );
});

it('finds only the host of an upstream without a secret', () => {
  const { credentials, places } = secretsIn({ base_url: 'https://host.test/v1' });
  expect(credentials).toEqual([]);
  expect(new Set(places)).toEqual(new Set(['host.test']));
});
