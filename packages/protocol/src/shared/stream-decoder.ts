// What the stream decoders of several dialects do alike: notes, malformed frames and the end of a stream.
import type { GatewayError } from '../canonical/error.ts';
import type { CanonicalEvent } from '../canonical/event.ts';
import type { Note } from '../canonical/note.ts';
import type { ReplySource, StreamDecoder } from '../codec.ts';
import type { SseFrame } from '../sse/frame.ts';
import { MalformedFrames, interrupted } from './malformed-frames.ts';
import { StreamNoteBook } from './stream-notes.ts';

/** A decoder that gives nothing more once its stream has ended or failed. */
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

  push(frame: SseFrame): readonly CanonicalEvent[] {
    return this.#isOver ? [] : this.read(frame);
  }

  end(): readonly CanonicalEvent[] {
    return this.#isOver ? [] : this.close();
  }

  /** Reads a frame of a stream that goes on. */
  protected abstract read(frame: SseFrame): readonly CanonicalEvent[];

  /** The upstream closed before the stream had ended. */
  protected abstract close(): readonly CanonicalEvent[];

  /** Passes over a frame that the dialect does not know. */
  protected skip(): readonly CanonicalEvent[] {
    return this.#malformedFrames.add() ? this.fail(interrupted()) : [];
  }

  /** Ends the stream; these are its last events. */
  protected finish(events: readonly CanonicalEvent[]): readonly CanonicalEvent[] {
    this.#isOver = true;
    return events;
  }

  protected fail(error: GatewayError): readonly CanonicalEvent[] {
    return this.finish([{ type: 'failure', error }]);
  }
}
