// Proxies on Node that differ only in who reads and writes HTTP, for `bench/http-layers.ts`:
// `node http-proxies.mjs <kind> <port> <port of the upstream>`. Those that read HTTP by hand know only messages whose body
// has a `content-length` and arrives before the next one; they are for measuring and unfit for anything else.
import { createServer } from 'node:http';
import net from 'node:net';
import process from 'node:process';
import { Client } from 'undici';

const [kind = '', ...ports] = process.argv.slice(2);
const [port = 0, upstreamPort = 0] = ports.map(Number);
const host = '127.0.0.1';

/** @typedef {{ first: string, headers: string[], body: string }} Message */

/**
 * Calls a function with each whole message that arrives on a socket.
 * @param {net.Socket} socket
 * @param {(message: Message) => void} onMessage
 */
function readMessages(socket, onMessage) {
  /** @type {Buffer | undefined} */
  let waiting;
  socket.on('data', (bytes) => {
    const all = waiting === undefined ? bytes : Buffer.concat([waiting, bytes]);
    const message = parse(all);
    waiting = message === undefined ? all : undefined;
    if (message !== undefined) onMessage(message);
  });
  socket.on('error', () => socket.destroy());
}

/**
 * @param {Buffer} bytes
 * @returns {Message | undefined} undefined when more has to arrive
 */
function parse(bytes) {
  const end = bytes.indexOf('\r\n\r\n', 0, 'latin1');
  if (end < 0) return undefined;
  const [first = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const headers = [];
  let length = 0;
  for (const line of lines) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    const value = line.slice(colon + 1).trim();
    if (name === 'content-length') length = Number(value);
    else if (name !== 'connection' && name !== 'host') headers.push(name, value);
  }
  const start = end + 4;
  if (bytes.length < start + length) return undefined;
  return { first, headers, body: bytes.toString('utf8', start, start + length) };
}

/** @param {Message} message */
function write({ first, headers, body }) {
  let text = `${first}\r\nhost: ${host}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`;
  for (let at = 0; at < headers.length; at += 2) text += `${headers[at]}: ${headers[at + 1]}\r\n`;
  return `${text}\r\n${body}`;
}

/** @typedef {(request: Message, onReply: (reply: Message) => void) => void} Ask */

/** Upstream connections by hand, kept open. @returns {Ask} */
function createHandClient() {
  /** @typedef {{ socket: net.Socket, onReply: (reply: Message) => void }} Connection */
  /** @type {Connection[]} */
  const idle = [];
  const connect = () => {
    const socket = net.connect({ port: upstreamPort, host, noDelay: true });
    /** @type {Connection} */
    const connection = { socket, onReply: () => undefined };
    readMessages(socket, (reply) => {
      idle.push(connection);
      connection.onReply(reply);
    });
    return connection;
  };
  return (request, onReply) => {
    const connection = idle.pop() ?? connect();
    connection.onReply = onReply;
    connection.socket.write(write(request), 'utf8');
  };
}

/** The same with undici. @returns {Ask} */
function createUndiciClient() {
  /** @type {Client[]} */
  const idle = [];
  return ({ first, headers, body }, onReply) => {
    const client = idle.pop() ?? new Client(`http://${host}:${upstreamPort}`);
    const path = first.split(' ')[1] ?? '/';
    /** @type {string[]} */
    const received = [];
    let text = '';
    client.dispatch(
      { method: 'POST', path, headers, body },
      {
        onRequestStart: () => undefined,
        onResponseStart: (_, __, fields) => {
          for (const [name, value] of Object.entries(fields)) {
            if (name !== 'content-length' && name !== 'connection') received.push(name, `${value}`);
          }
        },
        onResponseData: (_, chunk) => {
          text += chunk.toString();
        },
        onResponseEnd: () => {
          idle.push(client);
          onReply({ first: 'HTTP/1.1 200 OK', headers: received, body: text });
        },
        onResponseError: (_, error) => {
          throw error;
        },
      },
    );
  };
}

/** @param {Ask} ask */
function serveByHand(ask) {
  return net.createServer({ noDelay: true }, (client) => {
    readMessages(client, (request) => {
      ask(request, (reply) => client.write(write(reply), 'utf8'));
    });
  });
}

/** @param {Ask} ask */
function serveByNode(ask) {
  return createServer((incoming, outgoing) => {
    let body = '';
    incoming.on('data', (chunk) => (body += chunk));
    incoming.on('end', () => {
      const others = Object.entries(incoming.headers).filter(
        ([name]) => !['connection', 'content-length', 'host'].includes(name),
      );
      const headers = others.flatMap(([name, value]) => [name, `${value}`]);
      ask({ first: `POST ${incoming.url} HTTP/1.1`, headers, body }, (reply) => {
        const length = `${Buffer.byteLength(reply.body)}`;
        outgoing.writeHead(200, [...reply.headers, 'content-length', length]);
        outgoing.end(reply.body);
      });
    });
  });
}

/** Passes on bytes, without reading them. */
function serveBytes() {
  return net.createServer({ noDelay: true }, (client) => {
    const upstream = net.connect({ port: upstreamPort, host, noDelay: true });
    client.on('data', (bytes) => upstream.write(bytes));
    upstream.on('data', (bytes) => client.write(bytes));
    client.on('close', () => upstream.destroy()).on('error', () => upstream.destroy());
    upstream.on('close', () => client.destroy()).on('error', () => client.destroy());
  });
}

/** @type {Record<string, () => net.Server>} */
const kinds = {
  bytes: serveBytes,
  'by-hand': () => serveByHand(createHandClient()),
  undici: () => serveByHand(createUndiciClient()),
  'node-server': () => serveByNode(createHandClient()),
};
kinds[kind]?.().listen({ host, port, backlog: 8_192 });
