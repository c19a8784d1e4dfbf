/** Responses with a wrong, incomplete or unusual head. */
import { createAnswer, listHeaders, withHeaders } from '../answer.ts';
import type { HeaderInput } from '../answer.ts';
import { raw, send } from '../behaviour.ts';
import type { Answer, RawBehaviour } from '../behaviour.ts';
import { writeMessageHead } from '../wire/head.ts';

/** Sends part of a head and closes the connection in the middle of a header line. */
export function partialHead(): RawBehaviour {
  return raw(send('HTTP/1.1 200 OK\r\ncontent-type: application/js'), { step: 'finish' });
}

/** Sends part of a head and then nothing. */
export function stallWithinHead(): RawBehaviour {
  return raw(send('HTTP/1.1 200 OK\r\ncontent-type: application/js'), { step: 'stall' });
}

/** Sends bytes that are not HTTP and closes the connection. */
export function nonHttpBytes(
  bytes: string | Uint8Array = 'SSH-2.0-scripted\r\n\u0000\u0001\u0002',
): RawBehaviour {
  return raw(send(bytes), { step: 'finish' });
}

/** Adds headers of this number of bytes in lines of 1 KiB; 2 MiB when absent. */
export function withHugeHead(answer: Answer, bytes = 2 * 1024 * 1024): Answer {
  const value = 'a'.repeat(1024 - 'x-filler-00000000: \r\n'.length);
  const lines = Array.from(
    { length: Math.ceil(bytes / 1024) },
    (_, index) => [`x-filler-${String(index).padStart(8, '0')}`, value] as const,
  );
  return { ...answer, headers: [...answer.headers, ...lines] };
}

/** Sends both a content length and chunked encoding, which two readers could interpret differently. */
export function withBothFramings(answer: Answer, claimedBytes = 5): Answer {
  const claiming = withHeaders(answer, { 'content-length': String(claimedBytes) });
  return { ...claiming, framing: 'chunked' };
}

/** Sends early hints (103) before the response. */
export function withEarlyHints(answer: Answer, headers: HeaderInput = {}): Answer {
  return withInterim(answer, '103 Early Hints', [
    ['link', '</style.css>; rel=preload'],
    ...listHeaders(headers),
  ]);
}

/** Sends an unrequested 100 Continue before the response. */
export function withStrayContinue(answer: Answer): Answer {
  return withInterim(answer, '100 Continue', []);
}

function withInterim(answer: Answer, status: string, headers: HeaderInput): Answer {
  const startLine = `HTTP/1.1 ${status}`;
  const head = writeMessageHead({ startLine, headerLines: listHeaders(headers) });
  return { ...answer, before: [...answer.before, send(head)] };
}

/** Redirects the client. @param status of a redirect, such as 307 */
export function redirect(location: string, status = 307): Answer {
  return createAnswer({ status, headers: { location } });
}
