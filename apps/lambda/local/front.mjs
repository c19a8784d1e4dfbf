// The Function URL: HTTP requests become events of payload format 2.0, and answers become HTTP again.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createEvent, largestEvent } from './event.mjs';
import { createPace, longestStream } from './pace.mjs';
import { readHead } from './prelude.mjs';

/**
 * @typedef {import('node:http').ServerResponse} ServerResponse
 * @typedef {import('./runtime-api.mjs').Answer} Answer
 */

/**
 * @param {object} options
 * @param {number} options.port
 * @param {(event: string) => Promise<Answer>} options.acquire
 * @param {number} [options.largestStream] bytes of a streamed answer; 200 MB, as on the platform
 */
export async function createFront({ port, acquire, largestStream = longestStream }) {
  const server = createServer(async (request, response) => {
    const event = await createEvent(request).catch(() => undefined);
    if (event === undefined) return refuse(response, 413, tooLarge);
    const answer = await acquire(event);
    if (answer.kind === 'stream') await writeStream(answer, response, largestStream);
    else if (answer.kind === 'whole') writeWhole(answer.text, response);
    else refuse(response, 502, 'Internal Server Error');
  });
  // The caller's own patience counts, as with the real thing.
  Object.assign(server, { requestTimeout: 0, keepAliveTimeout: 65_000 });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${address.port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const tooLarge = `Request must be smaller than ${largestEvent} bytes for the InvokeFunction operation`;

/** @param {ServerResponse} response @param {number} status @param {string} message */
function refuse(response, status, message) {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ Message: message }));
}

/**
 * Passes a stream on. A caller who leaves changes nothing for the instance, which goes on to its end.
 * @param {import('./runtime-api.mjs').StreamedAnswer} answer
 * @param {ServerResponse} response @param {number} largest
 */
async function writeStream({ body, breakOff }, response, largest) {
  let isOpen = false;
  try {
    const { head, rest } = await readHead(body);
    response.writeHead(head.statusCode, listFields(head));
    response.flushHeaders();
    isOpen = true;
    const keepPace = createPace(largest);
    for await (const chunk of rest) {
      await keepPace(chunk.length);
      if (!response.destroyed && !response.write(chunk)) await whenDrained(response);
    }
  } catch {
    // The instance was killed in the middle, or the answer is too long.
    breakOff();
    return isOpen ? response.destroy() : refuse(response, 502, 'Internal Server Error');
  }
  if (body.trailers['lambda-runtime-function-error-type'] === undefined) response.end();
  else response.destroy();
}

/** Resolves when more can be written, or nobody is there any more. @param {ServerResponse} response */
function whenDrained(response) {
  return new Promise((resolve) => {
    const goOn = () => {
      response.off('drain', goOn).off('close', goOn);
      resolve(undefined);
    };
    response.on('drain', goOn).on('close', goOn);
  });
}

/** @param {string} text @param {ServerResponse} response */
function writeWhole(text, response) {
  const result = JSON.parse(text);
  if (Buffer.byteLength(text) > largestEvent || typeof result?.statusCode !== 'number') {
    return refuse(response, 502, 'Internal Server Error');
  }
  response.writeHead(result.statusCode, listFields(result));
  response.end(Buffer.from(result.body ?? '', result.isBase64Encoded ? 'base64' : 'utf8'));
}

/** @param {{ headers?: Record<string, string>, cookies?: string[] }} head */
function listFields({ headers = {}, cookies = [] }) {
  return { ...headers, ...(cookies.length > 0 && { 'set-cookie': cookies }) };
}
