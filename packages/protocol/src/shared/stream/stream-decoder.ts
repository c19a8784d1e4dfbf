// The base class of stream decoders: notes, frames like the one before, malformed frames and the end of a stream.
import type { GatewayError } from '../../canonical/error.ts';
import type { CanonicalEvent } from '../../canonical/reply.ts';
import type { Note } from '../../canonical/note.ts';
import type { ReplySource, StreamDecoder } from '../../codec.ts';
import type { SseFrame } from '../../sse/frame.ts';
import { FramePatterns } from './frame-pattern.ts';
import { MistakeWatch } from '../errors/mistaken-reply.ts';
import { interrupted, isDamaged, MalformedFrames, StreamNoteBook } from './stream-state.ts';

/** Reads another frame that differs from the one before only in its text. */
type ReadMoreText = (text: string) => readonly CanonicalEvent[];

/**
 * To be called for each text that a frame adds to an open part.
 * @param text not empty, a whole string of the frame's JSON @param readMore may be called after this frame alone
 */
export type NoteText = (text: string, readMore: ReadMoreText) => void;

/**
 * A stream decoder that returns nothing after its stream has ended or failed, and does not parse frames that are
 * like the one before.
 */
export abstract class FrameDecoder implements StreamDecoder {
  protected readonly source: ReplySource;
  protected readonly noteBook = new StreamNoteBook();
  readonly #malformedFrames = new MalformedFrames();
  readonly #mistakes = new MistakeWatch();
  /** Why the upstream ended the reply, in its own words. */
  protected explanation = '';
  readonly #patterns = new FramePatterns<ReadMoreText>();
  #readMore: ReadMoreText | undefined;
  #isOver = false;
  #frame: SseFrame | undefined;

  constructor(source: ReplySource) {
    this.source = source;
  }

  get notes(): readonly Note[] {
    return [...this.noteBook.notes, ...this.#malformedFrames.notes];
  }

  /** False in dialects whose streams always have an end marker. */
  get isComplete(): boolean {
    return false;
  }

  push(frame: SseFrame): readonly CanonicalEvent[] {
    if (this.#isOver) return [];
    const events = this.#repeat(frame) ?? this.#readNew(frame);
    this.#mistakes.see(events);
    return events;
  }

  #repeat({ raw }: SseFrame): readonly CanonicalEvent[] | undefined {
    const recognized = raw === undefined ? undefined : this.#patterns.recognize(raw);
    return recognized?.effect(recognized.text);
  }

  #readNew(frame: SseFrame): readonly CanonicalEvent[] {
    this.#frame = frame;
    const events = this.read(frame);
    this.#frame = undefined;
    if (frame.raw !== undefined) {
      this.#patterns.learn(frame.raw, (text) =>
        addsOnly(text, events) ? this.#readMore : undefined,
      );
    }
    return events;
  }

  /** For the readers of dialects whose frames may repeat. */
  protected readonly noteText: NoteText = (text, readMore) => {
    this.#patterns.note(text);
    this.#readMore = readMore;
  };

  end(): readonly CanonicalEvent[] {
    return this.#isOver ? [] : this.close();
  }

  /** Reads a frame of an open stream. */
  protected abstract read(frame: SseFrame): readonly CanonicalEvent[];

  /** Called when the upstream closed before the stream had ended. */
  protected abstract close(): readonly CanonicalEvent[];

  /** Skips a frame that the dialect does not define, and fails at a damaged event. */
  protected skip(): readonly CanonicalEvent[] {
    const frame = this.#frame ?? { data: '' };
    if (!this.isComplete && isDamaged(frame)) return this.fail(interrupted());
    return this.#malformedFrames.add(frame) ? this.fail(interrupted()) : [];
  }

  /** Ends the stream with these last events; a reply that is only a mistake of the model fails. */
  protected finish(events: readonly CanonicalEvent[]): readonly CanonicalEvent[] {
    this.#isOver = true;
    const { redact } = this.source;
    const error = this.#mistakes.find(events, { text: this.explanation, redact });
    if (error === undefined) return events;
    const kept = events.filter(({ type }) => type !== 'finish' && type !== 'reply-end');
    return [...kept, { type: 'failure', error }];
  }

  protected fail(error: GatewayError): readonly CanonicalEvent[] {
    return this.finish([{ type: 'failure', error }]);
  }
}

/** True if the events only add the text to a part. */
function addsOnly(text: string, [event, ...others]: readonly CanonicalEvent[]): boolean {
  return event?.type === 'part-delta' && event.text === text && others.length === 0;
}
