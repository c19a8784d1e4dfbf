// The base class of stream decoders: notes, malformed frames and the end of a stream.
import type { GatewayError } from '../canonical/error.ts';
import type { CanonicalEvent } from '../canonical/reply.ts';
import type { Note } from '../canonical/note.ts';
import type { ReplySource, StreamDecoder } from '../codec.ts';
import type { SseFrame } from '../sse/frame.ts';
import { interrupted, MalformedFrames, StreamNoteBook } from './stream-state.ts';

/** A stream decoder that returns nothing after its stream has ended or failed. */
export abstract class FrameDecoder implements StreamDecoder {
  protected readonly source: ReplySource;
  protected readonly noteBook = new StreamNoteBook();
  readonly #malformedFrames = new MalformedFrames();
  #isOver = false;

  constructor(source: ReplySource) {
    this.source = source;
  }

  get notes(): readonly Note[] {
    return this.noteBook.notes;
  }

  /** False in dialects whose streams always have an end marker. */
  get isComplete(): boolean {
    return false;
  }

  push(frame: SseFrame): readonly CanonicalEvent[] {
    return this.#isOver ? [] : this.read(frame);
  }

  end(): readonly CanonicalEvent[] {
    return this.#isOver ? [] : this.close();
  }

  /** Reads a frame of an open stream. */
  protected abstract read(frame: SseFrame): readonly CanonicalEvent[];

  /** Called when the upstream closed before the stream had ended. */
  protected abstract close(): readonly CanonicalEvent[];

  /** Skips a frame that the dialect does not define. */
  protected skip(): readonly CanonicalEvent[] {
    return this.#malformedFrames.add() ? this.fail(interrupted()) : [];
  }

  /** Ends the stream with these last events. */
  protected finish(events: readonly CanonicalEvent[]): readonly CanonicalEvent[] {
    this.#isOver = true;
    return events;
  }

  protected fail(error: GatewayError): readonly CanonicalEvent[] {
    return this.finish([{ type: 'failure', error }]);
  }
}
