// The base class of stream decoders: notes, malformed frames and the end of a stream.
import type { GatewayError } from '../canonical/error.ts';
import type { CanonicalEvent } from '../canonical/reply.ts';
import type { Note } from '../canonical/note.ts';
import type { ReplySource, StreamDecoder } from '../codec.ts';
import type { SseFrame } from '../sse/frame.ts';
import { MistakeWatch } from './mistaken-reply.ts';
import { interrupted, MalformedFrames, StreamNoteBook } from './stream-state.ts';

/** A stream decoder that returns nothing after its stream has ended or failed. */
export abstract class FrameDecoder implements StreamDecoder {
  protected readonly source: ReplySource;
  protected readonly noteBook = new StreamNoteBook();
  readonly #malformedFrames = new MalformedFrames();
  readonly #mistakes = new MistakeWatch();
  /** Why the upstream ended the reply, in its own words. */
  protected explanation = '';
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
    this.#frame = frame;
    const events = this.read(frame);
    this.#mistakes.see(events);
    return events;
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
    return this.#malformedFrames.add(this.#frame ?? { data: '' }) ? this.fail(interrupted()) : [];
  }

  /** Ends the stream with these last events; a reply that is only a mistake of the model fails. */
  protected finish(events: readonly CanonicalEvent[]): readonly CanonicalEvent[] {
    this.#isOver = true;
    const { redact } = this.source;
    const error = this.#mistakes.find(events, { text: this.explanation, redact });
    if (error === undefined) return events;
    const told = events.filter(({ type }) => type !== 'finish' && type !== 'reply-end');
    return [...told, { type: 'failure', error }];
  }

  protected fail(error: GatewayError): readonly CanonicalEvent[] {
    return this.finish([{ type: 'failure', error }]);
  }
}
