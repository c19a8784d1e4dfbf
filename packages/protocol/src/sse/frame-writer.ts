import type { SseFrame } from './frame.ts';

/** Writes one record with its empty line. Data of several lines becomes several `data:` lines. */
export function writeFrame(frame: SseFrame): string {
  const head = frame.event === undefined ? '' : `event: ${frame.event}\n`;
  return `${head}data: ${onDataLines(frame.data)}\n\n`;
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
