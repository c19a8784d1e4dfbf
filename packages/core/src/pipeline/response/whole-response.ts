/** Responses that are not streamed; used by the relay stage and for errors. */
import type { Host, WholeResponse } from '../../ports.ts';

/** Sends a response on the sink of the host if that takes it whole; otherwise returns it. */
export function sendWhole({ sink }: Host, response: WholeResponse): Response | undefined {
  if (sink?.respond === undefined) return toWebResponse(response);
  sink.respond(response.status, response.headers, response.text);
  return undefined;
}

/** Converts a response to a web `Response`. */
export function toWebResponse({ status, headers, text }: WholeResponse): Response {
  return new Response(text, { status, headers });
}
