import { describe, expect, it } from 'vitest';
import type { GatewayExtension } from '../../context.ts';
import { openTestGateway } from '../../testing/open-test-gateway.ts';
import { createHandshake, openTestSocket } from '../../testing/open-test-socket.ts';
import type { TestGateway } from '../../testing/test-gateway.ts';

async function refuse(
  { gateway }: TestGateway,
  headers: Readonly<Record<string, string>>,
): Promise<{ status: number; code: unknown }> {
  const accepted = await gateway.connect(createHandshake(headers));
  if (!('status' in accepted)) throw new Error('It was accepted.');
  const { error } = JSON.parse(accepted.text) as { error: { code: unknown } };
  return { status: accepted.status, code: error.code };
}

describe('a WebSocket', () => {
  it('is opened by a handshake at the endpoint, however its path is spelled', async () => {
    const { gateway } = await openTestGateway();
    const handshake = createHandshake({});
    const at = (url: string) => gateway.opensSocket(new Request(url, handshake));
    expect(at('http://parley.test/v1/responses?x=1')).toBe(true);
    expect(at('http://parley.test/openai/v1/responses/')).toBe(true);
    expect(at('http://parley.test/v1/responses/resp_1')).toBe(false);
    expect(at('http://parley.test/v1/chat/completions')).toBe(false);
  });

  it.each([
    ['upgrade', 'h2c'],
    ['sec-websocket-version', '8'],
    ['sec-websocket-key', 'short'],
    ['host', 'x/v1/responses?'],
  ])('is not opened with %s: %s', async (name, value) => {
    const { gateway } = await openTestGateway();
    expect(gateway.opensSocket(createHandshake({ [name]: value }))).toBe(false);
  });

  it('is refused without a key in a header, also to the page of a console session', async () => {
    const findKey: GatewayExtension['findKey'] = () => Promise.reject(new Error('was asked'));
    const running = await openTestGateway({ options: { extensions: [() => ({ findKey })] } });
    const wrong = { status: 401, code: 'invalid_api_key' };
    expect(await refuse(running, { cookie: 'session=1' })).toEqual(wrong);
    expect(await refuse(running, { authorization: 'Bearer sk-other' })).toEqual(wrong);
    const codex = { 'user-agent': 'codex_exec/0.171.0 (Debian 12.0.0; x86_64)' };
    expect(await refuse(running, codex)).toEqual({ ...wrong, status: 400 });
    const protocols = `realtime, openai-insecure-api-key.${running.secret}`;
    expect(await refuse(running, { 'sec-websocket-protocol': protocols })).toEqual(wrong);
  });

  it('is refused while as many are open as may be, and once the gateway closes', async () => {
    const running = await openTestGateway({ options: { limits: { sockets: 1 } } });
    const authorization = `Bearer ${running.secret}`;
    const socket = await openTestSocket(running);
    expect(await refuse(running, { authorization })).toEqual({
      status: 503,
      code: 'too_many_sockets',
    });
    socket.leave();
    (await openTestSocket(running)).leave();
    await running.gateway.close();
    expect(await refuse(running, { authorization })).toEqual({
      status: 503,
      code: 'shutting_down',
    });
  });
});
