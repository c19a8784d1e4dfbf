import { once } from 'node:events';
import { createSecureServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { createFetchTransport, type UpstreamNetwork, type UpstreamTransport } from '@parley/core';
import {
  createUntrustedIdentity,
  startConnectProxy,
  type ConnectProxy,
  type ProxyBehaviour,
} from '@parley/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createCall, readText, sendFailure, untilReusable } from '../testing/raw-exchange.ts';
import { createUndiciTransport, type UndiciTransportOptions } from './undici-transport.ts';

const { key, cert, ca } = createUntrustedIdentity();
/** Offers HTTP/2, which the transport does not speak. */
const secure = createSecureServer({ key, cert, allowHTTP1: true }, ({ httpVersion }, response) =>
  response.end(httpVersion === '1.1' ? 'secure' : 'HTTP/2'),
);
let securePort: number;
let connections = 0;

beforeAll(async () => {
  secure.on('secureConnection', () => (connections += 1));
  secure.listen(0, '127.0.0.1');
  await once(secure, 'listening');
  securePort = (secure.address() as AddressInfo).port;
});

afterAll(() => {
  secure.close();
});

let proxy: ConnectProxy | undefined;
let transport: UpstreamTransport | undefined;

afterEach(async () => {
  await transport?.close();
  await proxy?.close();
  [proxy, transport] = [undefined, undefined];
});

async function startProxy(behaviour: Partial<ProxyBehaviour> = {}): Promise<string> {
  proxy = await startConnectProxy({ tunnelTo: securePort, ...behaviour });
  return `127.0.0.1:${String(proxy.port)}`;
}

function open(options: UndiciTransportOptions = {}): UpstreamTransport {
  transport = createUndiciTransport(options);
  return transport;
}

/** Names that no server resolves, so that only a proxy leads there; the certificate is for `localhost`. */
const plainUrl = 'http://models.test/v1/chat';
const secureUrl = 'https://localhost/v1/chat';

const callTo = (url: string, network?: UpstreamNetwork) =>
  createCall(url, network === undefined ? {} : { network });

async function send(url: string, network?: UpstreamNetwork): Promise<string> {
  const { body } = await (transport ?? open()).send(callTo(url, network));
  return readText(body);
}

const basic = `Basic ${btoa('user:p@ss')}`;

describe('a proxy of one upstream', () => {
  it('tunnels https to it, with the user and the password in its URL, and keeps the tunnel', async () => {
    const network = { proxy: `http://user:p%40ss@${await startProxy()}`, ca };
    const before = connections;
    for (let round = 0; round < 2; round += 1) {
      expect(await send(secureUrl, network)).toBe('secure');
      await untilReusable();
    }
    expect(proxy?.requests).toEqual([
      { method: 'CONNECT', target: 'localhost:443', authorization: basic },
    ]);
    expect(connections - before).toBe(1);
  });

  it('forwards http to it', async () => {
    const network = { proxy: `http://user:p%40ss@${await startProxy()}` };
    expect(await send(plainUrl, network)).toBe('forwarded');
    expect(proxy?.requests).toEqual([{ method: 'POST', target: plainUrl, authorization: basic }]);
  });

  it('is not used for other upstreams', async () => {
    await startProxy();
    const direct = `https://localhost:${String(securePort)}/`;
    expect(await send(direct, { ca })).toBe('secure');
    expect(proxy?.requests).toEqual([]);
  });

  it('takes precedence over the environment, and `none` over both', async () => {
    const address = await startProxy();
    open({ environment: { HTTP_PROXY: 'http://127.0.0.1:9', HTTPS_PROXY: 'http://127.0.0.1:9' } });
    expect(await send(plainUrl, { proxy: `http://${address}` })).toBe('forwarded');
    expect(await send(plainUrl).catch(String)).toContain('its proxy cannot be reached');
    const direct = await sendFailure(transport ?? open(), callTo(plainUrl, { proxy: 'none' }));
    expect(String(direct)).not.toContain('proxy');
  });

  it.each([
    ['refuses the credentials', { status: 407 }, 'its proxy answered with status 407'],
    ['refuses the upstream', { status: 403 }, 'its proxy answered with status 403'],
    ['says nothing', { status: undefined }, 'its proxy did not answer in time'],
  ])('is named when it %s, without its URL', async (_what, behaviour, reason) => {
    const address = await startProxy(behaviour);
    const network = { proxy: `http://user:hunter2@${address}`, ca };
    const error = await sendFailure(open({ connectTimeout: 500 }), callTo(secureUrl, network));
    expect(error).toMatchObject({
      name: 'UpstreamConnectionError',
      beforeResponse: true,
      message: `The connection to the upstream failed, because ${reason}.`,
    });
    expect(String((error as Error).cause)).not.toContain('hunter2');
  });

  it('is named when it refuses the credentials of a forwarded request', async () => {
    const network = { proxy: `http://${await startProxy({ status: 407 })}` };
    expect(await send(plainUrl, network).catch(String)).toContain('status 407');
  });

  it.each([plainUrl, secureUrl])('is named when nobody listens there: %s', async (url) => {
    const network = { proxy: `http://user:hunter2@${await startProxy()}` };
    await proxy?.close();
    proxy = undefined;
    const error = await send(url, network).catch(String);
    expect(error).toContain('its proxy cannot be reached');
    expect(error).not.toContain('hunter2');
  });
});

describe('certificates of one upstream', () => {
  it('are trusted for it alone, directly and through a proxy', async () => {
    const direct = `https://localhost:${String(securePort)}/`;
    const network = { proxy: `http://${await startProxy()}` };
    expect(await send(direct, { ca })).toBe('secure');
    expect(await send(secureUrl, { ...network, ca })).toBe('secure');
    expect(await send(direct).catch(String)).toContain('its certificate is not trusted');
    expect(await send(secureUrl, network).catch(String)).toContain(
      'its certificate is not trusted',
    );
  });

  it('apply to an https proxy as well', async () => {
    const https = `https://localhost:${String(securePort)}`;
    // The server is no proxy, but the connection to it is what is tested.
    expect(await send(secureUrl, { proxy: https }).catch(String)).toContain(
      'the certificate of its proxy is not trusted',
    );
    expect(await send(plainUrl, { proxy: https, ca })).toBe('secure');
  });
});

describe('proxies of the environment', () => {
  it('are used for https and http, except for what NO_PROXY names', async () => {
    const url = `http://${await startProxy()}`;
    const environment = { HTTP_PROXY: url, https_proxy: url, NO_PROXY: 'direct.test' };
    open({ environment });
    expect(await send(plainUrl)).toBe('forwarded');
    expect(await send('https://models.test/').catch(String)).toContain('not trusted');
    expect(await send('http://direct.test/').catch(String)).toContain('connection');
    expect(proxy?.requests.map(({ method, target }) => `${method} ${target}`)).toEqual([
      `POST ${plainUrl}`,
      'CONNECT models.test:443',
    ]);
  });
});

describe('a runtime whose fetch has neither', () => {
  it('refuses to call the upstream in another way', async () => {
    const never = () => Promise.reject(new Error('It was called.'));
    const call = callTo(plainUrl, { proxy: 'http://127.0.0.1:9' });
    expect(String(await sendFailure(createFetchTransport(never), call))).toContain(
      'this runtime cannot use its `proxy` and `ca`',
    );
  });
});
