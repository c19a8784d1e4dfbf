// Server-sent events: the type of a record, which parsers return, and its text.
import type { JsonObject } from '../json/value.ts';

/** One record of a server-sent event stream: the text between two empty lines. */
export interface SseFrame {
  /** The `event:` field, one line; absent when the record has none. */
  readonly event?: string;
  /** The values of the `data:` lines, joined with a line feed. */
  readonly data: string;
  /**
   * The record as it was received, one line per field, with its empty line; passthrough forwards it. Set only
   * by the parser. Clients look for `data: ` with its space at the start of a line, followed by whole JSON,
   * so records in another form, with comments or with ids are rewritten.
   */
  readonly raw?: string;
  /** Text behind the record, for a client that overlooks it; only in records that are written. */
  readonly appendix?: string;
}

/** Writes one record with its empty line. Data with several lines becomes several `data:` lines. */
export function writeFrame(frame: SseFrame): string {
  const head = frame.event === undefined ? '' : `event: ${frame.event}\n`;
  return `${head}data: ${onDataLines(frame.data)}\n\n${frame.appendix ?? ''}`;
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

/** Writes JSON on one line: a line feed can occur only between tokens, where a space means the same. */
export function joinLines(data: string): string {
  return data.replaceAll('\n', ' ');
}

/** A line break inside data would end the field, so each line gets its own `data:` line. */
function onDataLines(data: string): string {
  if (!data.includes('\n') && !data.includes('\r')) return data;
  return data.replaceAll('\r\n', '\n').replaceAll('\r', '\n').replaceAll('\n', '\ndata: ');
}
