import { describe, expect, it } from 'vitest';
import { configurationJsonSchema } from './schema.ts';
import { configurationSchema } from './schema.ts';

function pathsOf(configuration: unknown): string[] {
  const { error } = configurationSchema.safeParse(configuration);
  return (error?.issues ?? []).map((issue) => issue.path.join('.'));
}

const oidc = {
  title: 'Example ID',
  issuer: 'https://id.example.org',
  client_id: 'parley',
  client_secret: 'secret',
};

describe('configurationSchema', () => {
  it.each(['/v1/chat/completions', '/v1/messages/', '/openai/v1/responses?api-version=1'])(
    'refuses a base URL that ends with the path of an endpoint: %s',
    (path) => {
      const upstream = { provider: 'x', base_url: `https://a.example${path}` };
      expect(pathsOf({ upstreams: { a: upstream } })).toEqual(['upstreams.a.base_url']);
    },
  );

  it.each([
    [{ upstreams: { a: { provider: 'x', base_url: 'localhost:1' } } }, 'upstreams.a.base_url'],
    [{ upstreams: { a: { provider: 'x', base_url: 'file:///etc' } } }, 'upstreams.a.base_url'],
    [{ alerts: { webhooks: { a: { url: 'https://h.test' } } } }, 'alerts.webhooks.a.secret'],
    [
      { alerts: { webhooks: { a: { url: 'ftp://h.test', format: 'slack' } } } },
      'alerts.webhooks.a.url',
    ],
    [
      { alerts: { webhooks: { a: { url: 'https://h.test', secret: 'whsec_c2hvcnQ=' } } } },
      'alerts.webhooks.a.secret',
    ],
    [{ alerts: { limits: [] } }, 'alerts.limits'],
    [{ alerts: { limits: [101] } }, 'alerts.limits.0'],
    [{ upstreams: { a: { provider: 'x', credential: 'a b' } } }, 'upstreams.a.credential'],
    [{ upstreams: { a: { provider: 'x', credential: 'a\nb' } } }, 'upstreams.a.credential'],
    [{ upstreams: { a: { provider: 'x', headers: { 'x y': '1' } } } }, 'upstreams.a.headers.x y'],
    [{ upstreams: { a: { provider: 'x', headers: { x: 'a\r\nb' } } } }, 'upstreams.a.headers.x'],
    [{ upstreams: { a: { provider: 'x', headers: { Host: 'b' } } } }, 'upstreams.a.headers.Host'],
    [{ upstreams: { a: { provider: 'x', proxy: 'proxy:3128' } } }, 'upstreams.a.proxy'],
    [{ upstreams: { a: { provider: 'x', proxy: 'socks5://a' } } }, 'upstreams.a.proxy'],
    [{ upstreams: { a: { provider: 'x', ca: '/etc/ssl/ca.pem' } } }, 'upstreams.a.ca'],
    [{ upstreams: { a: { provider: 'x', models: ['a\u0000'] } } }, 'upstreams.a.models.0'],
    [{ upstreams: { 'A/b': { provider: 'x' } } }, 'upstreams.A/b'],
    [
      { upstreams: { a: { provider: 'x', first_byte_timeout: 0 } } },
      'upstreams.a.first_byte_timeout',
    ],
    [{ models: { 'a\nb': { targets: [{ upstream: 'x' }] } } }, 'models.a\nb'],
    [{ models: { a: { targets: [] } } }, 'models.a.targets'],
    [{ groups: { a: { fingerprint: 'a/b' } } }, 'groups.a.fingerprint'],
    [{ cors: {} }, 'cors.origins'],
    [{ cors: { origins: ['https://app.example.org/'] } }, 'cors.origins.0'],
    [{ cors: { origins: ['https://*.example.org'] } }, 'cors.origins.0'],
    [{ cors: { origins: ['app.example.org'] } }, 'cors.origins.0'],
    [{ console: 'no' }, 'console'],
    [{ sign_in: { base_url: 'https://h/path' } }, 'sign_in.base_url'],
    [{ sign_in: { base_url: 'javascript:1' } }, 'sign_in.base_url'],
    [{ sign_in: { oidc: { ...oidc, issuer: 'http://id.example.org' } } }, 'sign_in.oidc.issuer'],
    [{ sign_in: { oidc: { ...oidc, issuer: 'https://h/?a=1' } } }, 'sign_in.oidc.issuer'],
    [
      { sign_in: { oidc: { ...oidc, issuer: 'http://127.0.0.1.evil.org' } } },
      'sign_in.oidc.issuer',
    ],
    [{ sign_in: { oidc: { ...oidc, scopes: ['email'] } } }, 'sign_in.oidc.scopes'],
    [{ sign_in: { oidc: { ...oidc, client_secret: '' } } }, 'sign_in.oidc.client_secret'],
    [
      { sign_in: { oidc: { ...oidc, allow: { domains: ['@example.org'] } } } },
      'sign_in.oidc.allow.domains.0',
    ],
    [{ sign_in: { oidc: { ...oidc, allow: { emails: ['*'] } } } }, 'sign_in.oidc.allow.emails.0'],
    [{ upstream: {} }, ''],
  ])('refuses %j', (configuration, path) => {
    expect(pathsOf(configuration)).toEqual([path]);
  });

  it('accepts an identity provider without TLS on loopback only, and admits no user by default', () => {
    for (const issuer of ['http://localhost:8080/realms/a', 'http://[::1]:1', 'https://h/tenant']) {
      const { sign_in: signIn } = configurationSchema.parse({
        sign_in: { oidc: { ...oidc, issuer } },
      });
      expect(signIn?.oidc).toMatchObject({ issuer, default_role: 'viewer' });
      expect(signIn?.oidc?.allow).toBeUndefined();
    }
  });

  it('removes the final slash of base URLs', () => {
    const { upstreams } = configurationSchema.parse({
      upstreams: { a: { provider: 'x', base_url: { 'openai-chat': 'http://h/v1//' } } },
    });
    expect(upstreams['a']?.base_url).toEqual({ 'openai-chat': 'http://h/v1' });
  });
});

describe('configurationJsonSchema', () => {
  it('describes the input of the file', () => {
    const schema = configurationJsonSchema();
    expect(schema).toMatchObject({ type: 'object', additionalProperties: false });
    expect(schema.required).toBeUndefined();
    expect(Object.keys(schema.properties ?? {})).toEqual(
      expect.arrayContaining(['upstreams', 'models', 'groups', 'prices', 'pricing']),
    );
    expect(JSON.parse(JSON.stringify(schema))).toEqual(schema);
  });
});
