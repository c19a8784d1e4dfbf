import { createAnswer, listHeaders, withHeaders } from '../answer.ts';
import type { HeaderInput } from '../answer.ts';
import { raw, send } from '../behaviour.ts';
import type { Answer, RawBehaviour } from '../behaviour.ts';
import { writeMessageHead } from '../wire/head.ts';

/** Begins a head and closes in the middle of a header line. */
export function partialHead(): RawBehaviour {
  return raw(send('HTTP/1.1 200 OK\r\ncontent-type: application/js'), { step: 'finish' });
}

/** Begins a head and says nothing more. */
export function stallWithinHead(): RawBehaviour {
  return raw(send('HTTP/1.1 200 OK\r\ncontent-type: application/js'), { step: 'stall' });
}

/** Answers with bytes that are no HTTP and closes. */
export function nonHttpBytes(
  bytes: string | Uint8Array = 'SSH-2.0-scripted\r\n\u0000\u0001\u0002',
): RawBehaviour {
  return raw(send(bytes), { step: 'finish' });
}

/** Adds headers of so many bytes in lines of 1 KiB; 2 MiB when absent. */
export function withHugeHead(answer: Answer, bytes = 2 * 1024 * 1024): Answer {
  const value = 'a'.repeat(1024 - 'x-filler-00000000: \r\n'.length);
  const lines = Array.from(
    { length: Math.ceil(bytes / 1024) },
    (_, index) => [`x-filler-${String(index).padStart(8, '0')}`, value] as const,
  );
  return { ...answer, headers: [...answer.headers, ...lines] };
}

/** Claims a length and chunks at once: two readers could see two different answers. */
export function withBothFramings(answer: Answer, claimedBytes = 5): Answer {
  const claiming = withHeaders(answer, { 'content-length': String(claimedBytes) });
  return { ...claiming, framing: 'chunked' };
}

/** Announces hints (103) before the answer. */
export function withEarlyHints(answer: Answer, headers: HeaderInput = {}): Answer {
  return withInterim(answer, '103 Early Hints', [
    ['link', '</style.css>; rel=preload'],
    ...listHeaders(headers),
  ]);
}

/** Sends a go-ahead (100) that nobody asked for before the answer. */
export function withStrayContinue(answer: Answer): Answer {
  return withInterim(answer, '100 Continue', []);
}

function withInterim(answer: Answer, status: string, headers: HeaderInput): Answer {
  const startLine = `HTTP/1.1 ${status}`;
  const head = writeMessageHead({ startLine, headerLines: listHeaders(headers) });
  return { ...answer, before: [...answer.before, send(head)] };
}

/** Sends the caller elsewhere. @param status a redirect's, such as 307 */
export function redirect(location: string, status = 307): Answer {
  return createAnswer({ status, headers: { location } });
}
