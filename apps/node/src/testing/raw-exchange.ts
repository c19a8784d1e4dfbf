/** Helpers for the tests of the transport: calls, and responses as bytes. */
import { setTimeout as wait } from 'node:timers/promises';
import type { UpstreamBody, UpstreamCall, UpstreamTransport } from '@parley/core';

export function createCall(url: string, changes: Partial<UpstreamCall> = {}): UpstreamCall {
  const { signal } = new AbortController();
  return { method: 'POST', url, headers: { 'x-test': '1' }, body: '{"a":"ü"}', signal, ...changes };
}

export async function readText(body: UpstreamBody): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for (;;) {
    const chunk = await body.read();
    if (!chunk) return text + decoder.decode();
    text += decoder.decode(chunk, { stream: true });
  }
}

export function writeHead(...lines: readonly string[]): string {
  return `HTTP/1.1 200 OK\r\n${lines.map((line) => `${line}\r\n`).join('')}\r\n`;
}

export function writeChunk(content: string | Uint8Array): Buffer {
  const bytes = Buffer.from(content);
  return Buffer.concat([
    Buffer.from(`${bytes.length.toString(16)}\r\n`),
    bytes,
    Buffer.from('\r\n'),
  ]);
}

export function writeWhole(content: string | Uint8Array, ...lines: readonly string[]): Buffer {
  const bytes = Buffer.from(content);
  const head = writeHead(`content-length: ${String(bytes.length)}`, ...lines);
  return Buffer.concat([Buffer.from(head), bytes]);
}

/** Waits until the connection can be reused, some turns of the event loop after the response. */
export function untilReusable(): Promise<void> {
  return wait(30);
}

export const lastChunk = '0\r\n\r\n';
export const chunkedHead = writeHead(
  'transfer-encoding: chunked',
  'content-type: text/event-stream',
);

/** The error of a call; undefined when there is a response. */
export function sendFailure(transport: UpstreamTransport, call: UpstreamCall): Promise<unknown> {
  return transport.send(call).then(
    () => undefined,
    (error: unknown) => error,
  );
}
