// Writes server-sent events, for observers and for whoever sends a stream.
import type { JsonObject } from '../json/value.ts';
import type { SseFrame } from './frame.ts';

/** Writes one record with its empty line. Data of several lines becomes several `data:` lines. */
export function writeFrame(frame: SseFrame): string {
  const head = frame.event === undefined ? '' : `event: ${frame.event}\n`;
  return `${head}data: ${onDataLines(frame.data)}\n\n`;
}

/** Writes one record whose data is JSON. @param event its name; absent in formats without names */
export function writeJsonFrame(value: JsonObject, event?: string): string {
  return writeFrame({ data: JSON.stringify(value), ...(event !== undefined && { event }) });
}

/** Writes several records, one after another. */
export function writeFrames(frames: readonly SseFrame[]): string {
  let text = '';
  for (const frame of frames) text += writeFrame(frame);
  return text;
}

/** A bare line break inside data would end the field, so each break begins a new `data:` line. */
function onDataLines(data: string): string {
  if (!data.includes('\n') && !data.includes('\r')) return data;
  return data.replaceAll('\r\n', '\n').replaceAll('\r', '\n').replaceAll('\n', '\ndata: ');
}
