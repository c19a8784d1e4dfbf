// The beginning of a streamed answer: the head as JSON, eight zero bytes, then the body.

/**
 * @typedef {{ statusCode: number, headers?: Record<string, string>, cookies?: string[] }} Head
 * @typedef {AsyncIterable<Buffer>} Bytes
 */

const integrationType = 'application/vnd.awslambda.http-integration-response';
const delimiter = Buffer.alloc(8);
const largestHead = 64 * 1024;

/**
 * @param {import('node:http').IncomingMessage} body
 * @returns {Promise<{ head: Head, rest: Bytes }>}
 * @throws Error when the stream ends within its head
 */
export async function readHead(body) {
  const type = body.headers['content-type'];
  if (type !== integrationType) {
    return { head: { statusCode: 200, headers: { 'content-type': type ?? '' } }, rest: body };
  }
  const chunks = body[Symbol.asyncIterator]();
  let start = Buffer.alloc(0);
  while (!start.includes(delimiter) && start.length < largestHead) {
    const { done, value } = await chunks.next();
    if (done) break;
    start = Buffer.concat([start, value]);
  }
  const end = start.indexOf(delimiter);
  if (end < 0) throw new Error('The answer has no head.');
  const head = JSON.parse(start.subarray(0, end).toString());
  return { head, rest: continueWith(start.subarray(end + delimiter.length), chunks) };
}

/** @param {Buffer} first @param {AsyncIterator<Buffer>} chunks */
async function* continueWith(first, chunks) {
  if (first.length > 0) yield first;
  yield* { [Symbol.asyncIterator]: () => chunks };
}
