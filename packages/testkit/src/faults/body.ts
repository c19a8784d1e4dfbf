/** Responses with a wrong or missing body. */
import { createAnswer, readContent } from '../answer.ts';
import { send } from '../behaviour.ts';
import type { Answer } from '../behaviour.ts';
import { createErrorBody } from '../replies/errors.ts';
import type { ErrorDescription } from '../replies/errors.ts';
import { jsonReply, rawReply } from '../replies/raw.ts';
import type { Dialect } from '../upstream/endpoint.ts';

/** 204 without content and without headers about it. */
export function noContent(): Answer {
  return createAnswer({ status: 204, framing: 'none' });
}

/** 200 with the content type JSON and an empty body. */
export function emptyOk(): Answer {
  return rawReply(200, { 'content-type': 'application/json' });
}

/** An HTML page, such as a proxy or a login page sends. */
export function htmlPage(status = 200): Answer {
  const page = '<!doctype html><html><body><h1>Scripted gateway</h1></body></html>\n';
  return rawReply(status, { 'content-type': 'text/html; charset=utf-8' }, page);
}

/** 200 with the JSON `null`. */
export function nullOk(): Answer {
  return jsonReply(null);
}

/** 200 with an error in the format's own envelope. */
export function errorInOk(dialect: Dialect, description: ErrorDescription = {}): Answer {
  return jsonReply(createErrorBody(dialect, 500, description));
}

/** JSON that ends in the middle, with a matching length. */
export function brokenJson(answer: Answer): Answer {
  const content = readContent(answer);
  return { ...answer, body: [send(content.subarray(0, Math.floor(content.length / 2)))] };
}

/** Declares the full length, sends only the first bytes and closes the connection. */
export function shortBody(answer: Answer, bytes: number): Answer {
  const content = readContent(answer);
  return {
    ...answer,
    headers: [...answer.headers, ['content-length', String(content.length)]],
    framing: 'none',
    body: [send(content.subarray(0, bytes))],
    complete: false,
    after: [{ step: 'finish' }],
  };
}

/**
 * A JSON response of about this number of bytes: one long string in pieces of 64 KiB, sent as fast as the
 * client reads.
 */
export function hugeBody(bytes: number): Answer {
  const piece = Buffer.alloc(64 * 1024, 'a');
  const times = Math.ceil(bytes / piece.length);
  const answer = createAnswer({ headers: { 'content-type': 'application/json' } });
  return {
    ...answer,
    body: [send('{"text":"'), { step: 'repeat', bytes: piece, times }, send('"}')],
  };
}
