// Makes an event of payload format 2.0 of an HTTP request, as a Function URL does.
import { randomUUID } from 'node:crypto';

/** The most bytes that a request to a function may have, and its whole answer. */
export const largestEvent = 6 * 1024 * 1024;

const textTypes = /^(?:text\/|application\/(?:json|javascript|xml)\b)/i;

/**
 * @param {import('node:http').IncomingMessage} request
 * @returns {Promise<string>} JSON text
 * @throws RangeError when it is too large
 */
export async function createEvent(request) {
  const { url = '/', method, headers, socket } = request;
  const { cookie, ...fields } = headers;
  const query = url.indexOf('?');
  const body = await readBody(request);
  const isText = textTypes.test(headers['content-type'] ?? 'text/');
  const rawPath = query < 0 ? url : url.slice(0, query);
  const event = {
    version: '2.0',
    routeKey: '$default',
    rawPath,
    rawQueryString: query < 0 ? '' : url.slice(query + 1),
    ...(cookie && { cookies: cookie.split('; ') }),
    headers: {
      ...joinFields(fields),
      'x-forwarded-for': socket.remoteAddress,
      'x-forwarded-proto': 'https',
    },
    requestContext: {
      domainName: headers.host,
      requestId: randomUUID(),
      stage: '$default',
      http: { method, path: rawPath, protocol: 'HTTP/1.1', sourceIp: socket.remoteAddress },
    },
    ...(body.length > 0 && { body: body.toString(isText ? 'utf8' : 'base64') }),
    isBase64Encoded: body.length > 0 && !isText,
  };
  const text = JSON.stringify(event);
  if (Buffer.byteLength(text) > largestEvent) throw new RangeError('The event is too large.');
  return text;
}

/** @param {import('node:http').IncomingHttpHeaders} headers */
function joinFields(headers) {
  const joined = Object.entries(headers).map(([name, value]) => [name, String(value)]);
  return Object.fromEntries(joined);
}

/** Reads on when it is too large: a caller in the middle of sending could not read the refusal. */
/** @param {import('node:http').IncomingMessage} request */
async function readBody(request) {
  const chunks = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length <= largestEvent) chunks.push(chunk);
  }
  if (length > largestEvent) throw new RangeError('The body is too large.');
  return Buffer.concat(chunks);
}
