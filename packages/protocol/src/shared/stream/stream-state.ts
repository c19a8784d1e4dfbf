// What decoders, encoders, observers and lints keep of one stream: its notes, choices and malformed frames.
import { GatewayError } from '../../canonical/error.ts';
import { NoteBook, type Note } from '../../canonical/note.ts';
import { parseJson } from '../../json/parse.ts';
import type { SseFrame } from '../../sse/frame.ts';

/** What the readers of one stream share. */
export interface StreamContext {
  readonly vendor: string;
  /** The id of the reply, from which missing call ids are generated. */
  readonly seed: string;
  readonly notes: NoteBook;
  /** Returns the next part index of the whole reply. */
  nextPart(): number;
}

/** A `NoteBook` that notes a change once, even if it occurs in a thousand chunks. */
export class StreamNoteBook extends NoteBook {
  readonly #seen = new Set<string>();

  override dropped(path: string, reason: string): void {
    if (this.#isNew(path, reason)) super.dropped(path, reason);
  }

  override approximated(path: string, reason: string): void {
    if (this.#isNew(path, reason)) super.approximated(path, reason);
  }

  override moved(path: string, reason: string): void {
    if (this.#isNew(path, reason)) super.moved(path, reason);
  }

  override defaulted(path: string, reason: string): void {
    if (this.#isNew(path, reason)) super.defaulted(path, reason);
  }

  #isNew(path: string, reason: string): boolean {
    const key = `${path} ${reason}`;
    if (this.#seen.has(key)) return false;
    this.#seen.add(key);
    return true;
  }
}

/** True once there is at least one choice and all have ended. Asked for every chunk, so it creates no list. */
export function areFinished(
  choices: ReadonlyMap<number, { readonly isFinished: boolean }>,
): boolean {
  for (const { isFinished } of choices.values()) if (!isFinished) return false;
  return choices.size > 0;
}

/** Tracks the choices (or candidates) of one stream by their index. */
export class ChoiceEnds {
  readonly #seen = new Set<number>();
  readonly #finished = new Set<number>();
  /** The index of the chunk before, which is mostly that of the next one, too. */
  #latest: number | undefined;

  see(index: number): void {
    if (index === this.#latest) return;
    this.#latest = index;
    this.#seen.add(index);
  }

  finish(index: number): void {
    this.#finished.add(index);
  }

  isFinished(index: number): boolean {
    return this.#finished.has(index);
  }

  get hasAny(): boolean {
    return this.#seen.size > 0;
  }

  /** True once there is at least one choice and all choices have ended. */
  get isComplete(): boolean {
    return this.#seen.size > 0 && this.#finished.size === this.#seen.size;
  }

  get unfinished(): readonly number[] {
    return [...this.#seen].filter((index) => !this.#finished.has(index));
  }
}

/** Maximum number of malformed frames before a stream is rejected as another format. */
const mostFrames = 1_000;

/**
 * Counts the frames of one stream that are skipped because the dialect does not define them. One that may have been an
 * event is not to be skipped: see `isDamaged`.
 */
export class MalformedFrames {
  #count = 0;
  #lost = 0;

  /** Counts one more; true once the maximum is exceeded. */
  add({ event = '', data }: SseFrame): boolean {
    this.#count++;
    // Some upstreams send empty frames to keep the connection alive, also with such a name.
    if (data.trim() !== '' || !/^(?:message)?$|ping|alive|heartbeat/.test(event)) this.#lost++;
    return this.#count > mostFrames;
  }

  /** A note on the frames that had content. */
  get notes(): readonly Note[] {
    if (this.#lost === 0) return [];
    const reason = `The stream had frames that are no events of its format: ${String(this.#lost)}.`;
    return [{ path: 'stream', action: 'dropped', reason }];
  }
}

/**
 * True for a frame that begins or ends like an event and is none, such as half an event. What it said is lost, and
 * official clients fail at it, too.
 */
export function isDamaged({ data }: Pick<SseFrame, 'data'>): boolean {
  const text = data.trim();
  return (text.startsWith('{') || text.endsWith('}')) && parseJson(text) === undefined;
}

/** The error for a stream that closed before its reply was complete. @param cause for the log only */
export function interrupted(cause?: unknown): GatewayError {
  const message =
    'Connection error (terminated): the upstream’s stream ended before the answer was complete.';
  return new GatewayError('upstream-unavailable', message, { reason: 'stream_interrupted', cause });
}
