import { describe, expect, it } from 'vitest';
import { readEnvironmentProxies } from './environment-proxies.ts';

const proxy = 'http://proxy.test:3128';

function proxyOf(url: string, environment: Readonly<Record<string, string>>): string | undefined {
  return readEnvironmentProxies(environment)(new URL(url));
}

describe('HTTP_PROXY and HTTPS_PROXY', () => {
  it.each(['socks5://proxy.test', 'http://', 'http://[', 'a b'])('may not be %s', (value) => {
    const message = 'HTTPS_PROXY: This variable holds no address of an HTTP proxy.';
    expect(() => readEnvironmentProxies({ HTTPS_PROXY: value })).toThrow(message);
  });

  it('each apply to their own scheme', () => {
    expect(proxyOf('https://a.test/', { HTTP_PROXY: proxy })).toBeUndefined();
    expect(proxyOf('https://a.test/', { HTTPS_PROXY: proxy })).toBe(proxy);
    expect(proxyOf('http://a.test/', { HTTP_PROXY: proxy })).toBe(proxy);
  });

  it('may be in lower case, which takes precedence, and without a scheme', () => {
    const environment = { https_proxy: 'proxy.test:3128', HTTPS_PROXY: 'http://other.test' };
    expect(proxyOf('https://a.test/', environment)).toBe(proxy);
    expect(proxyOf('https://a.test/', { https_proxy: '', HTTPS_PROXY: proxy })).toBe(proxy);
  });

  it.each([
    'localhost',
    'models.localhost',
    '127.0.0.1',
    '127.1.2.3',
    '[::1]',
    '[::ffff:127.0.0.1]',
  ])('do not apply to this machine: %s', (host) => {
    expect(proxyOf(`http://${host}:11434/`, { HTTP_PROXY: proxy })).toBeUndefined();
  });
});

describe('NO_PROXY', () => {
  it.each([
    ['*', 'https://a.test/'],
    ['a.test', 'https://a.test/'],
    ['a.test', 'https://b.a.test/'],
    ['.a.test', 'https://a.test/'],
    ['*.a.test', 'https://b.a.test/'],
    ['A.TEST', 'https://a.test./'],
    ['x.test, a.test', 'https://a.test/'],
    ['x.test a.test', 'https://a.test/'],
    ['a.test:443', 'https://a.test/'],
    ['a.test:8443', 'https://a.test:8443/'],
    ['10.0.0.0/8', 'https://10.1.2.3/'],
    ['10.1.2.3', 'https://10.1.2.3/'],
    ['fd00::/8', 'https://[fd00::1]/'],
    ['fd00::1', 'https://[fd00::1]/'],
    ['[fd00::1]:443', 'https://[fd00::1]/'],
  ])('%s names %s', (exceptions, url) => {
    expect(proxyOf(url, { HTTPS_PROXY: proxy, NO_PROXY: exceptions })).toBeUndefined();
  });

  it.each([
    ['', 'https://a.test/'],
    [',', 'https://a.test/'],
    ['a.test', 'https://ba.test/'],
    ['*.a.test', 'https://a.test/'],
    ['a.test:443', 'https://a.test:8443/'],
    ['10.0.0.0/8', 'https://11.1.2.3/'],
    ['10.0.0.0/8', 'https://a.test/'],
    ['[fd00::1]:8443', 'https://[fd00::1]/'],
  ])('%j does not name %s', (exceptions, url) => {
    expect(proxyOf(url, { HTTPS_PROXY: proxy, no_proxy: exceptions })).toBe(proxy);
  });
});
