// Replaces fields of the reply inside an event and leaves the rest unchanged, for the stream observer.
import type { JsonObject } from '../../../json/value.ts';
import { scanObject } from '../../../json/scan.ts';
import { spliceFields } from '../../../json/splice.ts';

/**
 * Replaces values, such as the model name, in the reply inside an event; every other character of the frame
 * is unchanged. A field that the reply does not have is skipped. An event without a reply, or with an
 * ambiguous one, is returned unchanged.
 * @param text the frame
 * @param data the event's JSON, which is on one line of the frame
 */
export function spliceEnvelope(text: string, data: string, fields: JsonObject): string {
  const at = text.indexOf(data);
  const reply = at === -1 ? undefined : findReply(data);
  if (reply === undefined) return text;
  const { start, end } = reply;
  return (
    text.slice(0, at + start) + spliceReply(data.slice(start, end), fields) + text.slice(at + end)
  );
}

function findReply(data: string) {
  try {
    const reply = scanObject(data).fields.get('response');
    return reply !== undefined && data[reply.start] === '{' ? reply : undefined;
  } catch {
    return undefined;
  }
}

function spliceReply(reply: string, fields: JsonObject): string {
  try {
    const scan = scanObject(reply);
    const shown = Object.entries(fields).filter(([name]) => scan.fields.has(name));
    const written = shown.map(([name, value]) => [name, JSON.stringify(value)] as const);
    return spliceFields(reply, scan, Object.fromEntries(written));
  } catch {
    return reply;
  }
}
