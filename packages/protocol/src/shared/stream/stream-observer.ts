// The base class of stream observers; each dialect adds how it reads frames.
import type { GatewayError } from '../../canonical/error.ts';
import type { Note } from '../../canonical/note.ts';
import type { Usage } from '../../canonical/usage.ts';
import type {
  ObserverStep,
  ObserverTarget,
  OnText,
  StreamObserver,
  TextKind,
} from '../../codec.ts';
import type { JsonObject, JsonValue } from '../../json/value.ts';
import { redactJson, redactShapes } from '../../redaction/redaction.ts';
import { joinLines, type SseFrame } from '../../sse/frame.ts';
import {
  createTextPattern,
  FramePatterns,
  type RecognizedFrame,
  type TextPattern,
} from './frame-pattern.ts';
import { interrupted, isDamaged, MalformedFrames } from './stream-state.ts';

const drop: ObserverStep = { action: 'drop' };

/** What an observer does with a frame of a pattern. */
interface Shown {
  /** The frame to relay. */
  readonly frame: TextPattern;
  readonly kind: TextKind;
}

/**
 * A stream observer that drops everything after its stream has ended or failed, and does not read frames that
 * are like the one before.
 */
export abstract class FrameObserver implements StreamObserver {
  protected readonly target: ObserverTarget;
  readonly #patterns: FramePatterns<Shown> | undefined;
  readonly #onText: OnText | undefined;
  /** The kind of the text that was read last. */
  #kind: TextKind = 'output';
  readonly #malformedFrames = new MalformedFrames();
  #isOver = false;
  #frame: SseFrame | undefined;
  usage: Usage | undefined;
  started = false;

  /**
   * @param isRepetitive whether the effect of a frame with text, beside passing on this text, is the same when
   *   the frame comes again with another text
   */
  constructor(target: ObserverTarget, isRepetitive = false) {
    this.#onText = target.onText;
    this.#patterns = isRepetitive && target.onText ? new FramePatterns() : undefined;
    this.target = this.#patterns ? { ...target, onText: this.#noteText } : target;
  }

  get notes(): readonly Note[] {
    return this.#malformedFrames.notes;
  }

  /** False in dialects whose streams always have an end marker. */
  get isComplete(): boolean {
    return false;
  }

  push(frame: SseFrame): ObserverStep {
    if (this.#isOver) return drop;
    const { raw } = frame;
    const recognized = raw === undefined ? undefined : this.#patterns?.recognize(raw);
    if (recognized !== undefined) return this.#repeat(recognized);
    this.#frame = frame;
    const step = this.read(frame);
    this.#frame = undefined;
    if (raw !== undefined) this.#patterns?.learn(raw, (text) => this.#show(step, text));
    return step;
  }

  #repeat({ text, literal, effect }: RecognizedFrame<Shown>): ObserverStep {
    this.#onText?.(text, effect.kind);
    return { action: 'relay', text: effect.frame.fill(literal) };
  }

  #show(step: ObserverStep, text: string): Shown | undefined {
    const frame = step.action === 'relay' ? createTextPattern(step.text, text) : undefined;
    return frame && { frame, kind: this.#kind };
  }

  readonly #noteText: OnText = (text, kind) => {
    this.#patterns?.note(text);
    this.#kind = kind;
    this.#onText?.(text, kind);
  };

  end(): ObserverStep {
    return this.#isOver ? drop : this.close();
  }

  cut(usage: Usage): string {
    this.#isOver = true;
    return this.writeCut(usage);
  }

  abstract fail(error: GatewayError): string;

  /** Reads a frame of an open stream. */
  protected abstract read(frame: SseFrame): ObserverStep;

  /** Returns the frames that end the reply at its output limit. */
  protected abstract writeCut(usage: Usage): string;

  /** Called when the upstream closed before the stream had ended. */
  protected close(): ObserverStep {
    return this.stop(interrupted());
  }

  protected relay(text: string): ObserverStep {
    return { action: 'relay', text };
  }

  protected drop(): ObserverStep {
    return drop;
  }

  /**
   * Drops a frame that the dialect does not define, and fails at a damaged event. Too many such frames mean that the
   * stream has another format.
   */
  protected skip(): ObserverStep {
    const frame = this.#frame ?? { data: '' };
    if (!this.isComplete && isDamaged(frame)) return this.stop(interrupted());
    return this.#malformedFrames.add(frame) ? this.stop(interrupted()) : drop;
  }

  /** Ends the stream with its end marker. */
  protected finish(text: string): ObserverStep {
    this.#isOver = true;
    return { action: 'end', text };
  }

  /** Ends the stream with an error. @param text the error event */
  protected stop(error: GatewayError, text = this.fail(error)): ObserverStep {
    this.#isOver = true;
    return { action: 'fail', text, error };
  }

  /** Redacts JSON from the upstream that may contain an error. */
  protected redact(value: JsonObject): JsonObject {
    return redactJson(value, this.target.redact ?? redactShapes);
  }
}

/** Passes the text of a frame to `onText`, unless it is empty or not a string. */
export function passText(value: JsonValue | undefined, onText: OnText, kind: TextKind): void {
  if (typeof value === 'string' && value !== '') onText(value, kind);
}

/**
 * A frame without the name `message`, which the standard of server-sent events gives to those without one, and of which
 * dialects with names of their own know nothing.
 */
export function dropDefaultName(frame: SseFrame): SseFrame {
  return frame.event === 'message' ? { data: joinLines(frame.data) } : frame;
}
