import { createAnswer, readContent } from '../answer.ts';
import { send } from '../behaviour.ts';
import type { Answer } from '../behaviour.ts';
import { createErrorBody } from '../replies/errors.ts';
import type { ErrorDescription } from '../replies/errors.ts';
import { jsonReply, rawReply } from '../replies/raw.ts';
import type { Dialect } from '../upstream/endpoint.ts';

/** 204: no content, and no header about it. */
export function noContent(): Answer {
  return createAnswer({ status: 204, framing: 'none' });
}

/** 200 and JSON by its header, with nothing in it. */
export function emptyOk(): Answer {
  return rawReply(200, { 'content-type': 'application/json' });
}

/** A web page, as a proxy or a login wall sends it. */
export function htmlPage(status = 200): Answer {
  const page = '<!doctype html><html><body><h1>Scripted gateway</h1></body></html>\n';
  return rawReply(status, { 'content-type': 'text/html; charset=utf-8' }, page);
}

/** 200 whose JSON is `null`. */
export function nullOk(): Answer {
  return jsonReply(null);
}

/** 200 whose JSON is an error in the format's own envelope. */
export function errorInOk(dialect: Dialect, description: ErrorDescription = {}): Answer {
  return jsonReply(createErrorBody(dialect, 500, description));
}

/** Says that it is JSON and stops in the middle of it, with a matching length. */
export function brokenJson(answer: Answer): Answer {
  const content = readContent(answer);
  return { ...answer, body: [send(content.subarray(0, Math.floor(content.length / 2)))] };
}

/** Promises the whole content, sends only its first bytes and closes. */
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
 * A JSON answer of about so many bytes: one long string, sent at the reader's pace in pieces of
 * 64 KiB.
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
