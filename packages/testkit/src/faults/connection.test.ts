import { describe, expect, it } from 'vitest';
import { openRawClient } from '../client/raw-client.ts';
import { chatReply } from '../replies/chat.ts';
import { chatRequest, openPair, openUpstream, play } from '../testing/pair.ts';
import {
  closeOnAccept,
  finBeforeHead,
  greetOnAccept,
  ignoreConnection,
  resetBeforeHead,
  resetOnAccept,
  stallBeforeHead,
} from './connection.ts';
import { nonHttpBytes, partialHead, stallWithinHead } from './head.ts';
import { holdRefusedPort } from './refused-port.ts';
import { createUntrustedIdentity } from './untrusted-identity.ts';

describe('no connection', () => {
  it('refuses every connection while a port is held', async () => {
    const refused = await holdRefusedPort();
    await expect(openRawClient(refused.port)).rejects.toThrow('ECONNREFUSED');
    await expect(fetch(refused.url)).rejects.toThrow('fetch failed');
    await refused.close();
    await refused.close();
  });

  it('offers a certificate that nobody trusts', async () => {
    const upstream = await openUpstream({ tls: createUntrustedIdentity() });
    const refusal = fetch(`${upstream.url}/v1/models`).catch((error: unknown) => error);
    expect(await refusal).toHaveProperty('cause.code', 'SELF_SIGNED_CERT_IN_CHAIN');
    expect(upstream.requests).toHaveLength(0);
  });

  it('answers TLS with plain text', async () => {
    const upstream = await openUpstream();
    await expect(fetch(upstream.url.replace('http', 'https'))).rejects.toThrow('fetch failed');
  });
});

describe('a connection without a response', () => {
  it('closes it after accepting', async () => {
    const { upstream, client } = await openPair({ script: closeOnAccept() });
    expect(await client.whenEnded()).toBe('fin');
    expect(client.received).toHaveLength(0);
    expect(upstream.requests).toHaveLength(0);
  });

  it('breaks it after accepting, which a client may see while it connects', async () => {
    const upstream = await openUpstream({ script: resetOnAccept() });
    const seen = await openRawClient(upstream.port).then(
      (client) => client.whenEnded(),
      (error: unknown) => String(error),
    );
    expect(seen).toMatch(/reset/i);
  });

  it('greets in another protocol', async () => {
    const { client } = await openPair({ script: greetOnAccept('220 mail\r\n') });
    expect(await client.whenEnded()).toBe('fin');
    expect(Buffer.from(client.received).toString()).toBe('220 mail\r\n');
  });

  it('uses one-shots for connections in their order', async () => {
    const upstream = await openUpstream({ script: chatReply({ text: 'well' }) });
    upstream.next(closeOnAccept());
    const first = await openRawClient(upstream.port);
    expect(await first.whenEnded()).toBe('fin');
    const second = await openRawClient(upstream.port);
    await second.request(chatRequest);
    expect((await second.readAnswer()).text).toContain('well');
    second.leave();
  });

  it('ignores it until the client disconnects', async () => {
    const { upstream, client } = await openPair({ script: ignoreConnection() });
    await client.request(chatRequest);
    expect(upstream.connections.open).toBe(1);
    client.leave();
    await upstream.whenOpenConnections(0);
    expect(upstream.requests).toHaveLength(0);
  });
});

describe('a request without an answer', () => {
  const partHead = 'HTTP/1.1 200 OK\r\ncontent-type: application/js';

  it.each([
    { behaviour: finBeforeHead(), end: 'fin', received: '' },
    { behaviour: resetBeforeHead(), end: 'reset', received: '' },
    { behaviour: partialHead(), end: 'fin', received: partHead },
    { behaviour: nonHttpBytes('\u0016\u0003'), end: 'fin', received: '\u0016\u0003' },
  ])('ends by $end behind $received', async ({ behaviour, end, received }) => {
    const { upstream, client } = await play(behaviour);
    expect(await client.whenEnded()).toBe(end);
    expect(Buffer.from(client.received).toString()).toBe(received);
    expect(upstream.requests).toHaveLength(1);
    await expect(client.readHead()).rejects.toThrow();
    await expect(upstream.whenClientLeft(0)).rejects.toThrow('was answered');
  });

  it.each([
    ['stallBeforeHead', stallBeforeHead(), 0],
    ['stallWithinHead', stallWithinHead(), partHead.length],
  ] as const)('%s waits for the client to leave', async (_, behaviour, received) => {
    const { upstream, client } = await play(behaviour);
    await upstream.nextRequest();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(client.received).toHaveLength(received);
    client.leave();
    expect(await upstream.whenClientLeft(0)).toBeGreaterThan(0);
  });
});
