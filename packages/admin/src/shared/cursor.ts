import { invalid } from './errors.ts';

/** A place in a list that is ordered by time and id. */
export interface Cursor {
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly id: string;
}

export function encodeCursor(time: number, id: string): string {
  return `${time}_${id}`;
}

/** @throws GatewayError `invalid-request` when it is no cursor of ours */
export function decodeCursor(text: string): Cursor {
  const [, time = '', id = ''] = /^(\d{1,16})_(.{1,200})$/s.exec(text) ?? [];
  if (id === '') throw invalid('This is no `next` of a list.', 'after');
  return { time: Number(time), id };
}
