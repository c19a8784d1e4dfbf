import { scanObject } from '../../json/scan.ts';

/**
 * Shows the call name in the reply inside an event; every other character of the frame stays. An
 * event that holds no such reply, or one our scan finds ambiguous, comes back as it is.
 * @param text the frame
 * @param data the event's JSON, which stands in the frame on one line
 */
export function spliceEnvelope(text: string, data: string, model: string): string {
  const at = text.indexOf(data);
  const span = at === -1 ? undefined : findModel(data);
  if (span === undefined) return text;
  const { start, end } = span;
  return text.slice(0, at + start) + JSON.stringify(model) + text.slice(at + end);
}

function findModel(data: string) {
  try {
    const reply = scanObject(data).fields.get('response');
    if (reply === undefined || data[reply.start] !== '{') return undefined;
    const model = scanObject(data.slice(reply.start, reply.end)).fields.get('model');
    if (model === undefined) return undefined;
    return { start: reply.start + model.start, end: reply.start + model.end };
  } catch {
    return undefined;
  }
}
