// Writes server-sent events, for stream encoders and observers.
import type { JsonObject } from '../json/value.ts';
import type { SseFrame } from './frame.ts';

/** Writes one record with its empty line. Data with several lines becomes several `data:` lines. */
export function writeFrame(frame: SseFrame): string {
  const head = frame.event === undefined ? '' : `event: ${frame.event}\n`;
  return `${head}data: ${onDataLines(frame.data)}\n\n`;
}

/** Writes one record with JSON data. @param event its name; absent in formats without event names */
export function writeJsonFrame(value: JsonObject, event?: string): string {
  return writeFrame({ data: JSON.stringify(value), ...(event !== undefined && { event }) });
}

/** Writes several records, one after another. */
export function writeFrames(frames: readonly SseFrame[]): string {
  let text = '';
  for (const frame of frames) text += writeFrame(frame);
  return text;
}

/** A line break inside data would end the field, so each line gets its own `data:` line. */
function onDataLines(data: string): string {
  if (!data.includes('\n') && !data.includes('\r')) return data;
  return data.replaceAll('\r\n', '\n').replaceAll('\r', '\n').replaceAll('\n', '\ndata: ');
}
