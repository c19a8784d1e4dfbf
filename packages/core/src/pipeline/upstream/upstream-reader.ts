/**
 * The only place in core where responses of upstreams are decoded; used by operations and streams. All error
 * text is redacted here before other code reads it.
 */
import {
  assembleReply,
  codecOf,
  createFrameParser,
  createRedactor,
  type CanonicalReply,
  type Codec,
  type DialectId,
  type ErrorReply,
  type GatewayError,
  type JsonValue,
  type Note,
  type ReadReply,
  type Redact,
  type ReplySource,
  type StreamDecoder,
  type StreamObserver,
  type ObserverTarget,
  type Translated,
} from '@parley/protocol';
import type { Target, Upstream } from '../../models/routing/snapshot.ts';
import { secretsOf } from './upstream-secrets.ts';

/** Reads the responses of one target. Errors and notes contain no secret of the upstream. */
export class UpstreamReader {
  /** Masks the upstream's secrets, and replaces its name of the model by the call name. */
  readonly redact: Redact;
  readonly #codec: Codec;
  readonly #source: ReplySource;

  constructor(codec: Codec, vendor: string, redact: Redact) {
    this.redact = redact;
    this.#codec = codec;
    this.#source = { vendor, redact };
  }

  /** Decodes an HTTP error. */
  readError(reply: ErrorReply): GatewayError {
    return this.#codec.decodeError(reply, this.redact);
  }

  /** Decodes a whole reply. @throws GatewayError when the body is an error or not a reply */
  decodeWhole(body: JsonValue): Translated<CanonicalReply> {
    return this.#codec.decodeReply(body, this.#source);
  }

  /** Checks a whole reply in passthrough. Throws as `decodeWhole`. */
  checkWhole(body: JsonValue): ReadReply {
    return this.#codec.readReply(body, this.redact);
  }

  /**
   * Decodes a stream that was read to its end.
   * @throws GatewayError when the stream reports an error or ends before the reply does
   */
  decodeStream(text: string): Translated<CanonicalReply> {
    const parser = createFrameParser();
    const decoder = this.createDecoder();
    const frames = [...parser.push(new TextEncoder().encode(text)), ...parser.end()];
    const events = [...frames.flatMap((frame) => decoder.push(frame)), ...decoder.end()];
    return { value: assembleReply(events), notes: decoder.notes };
  }

  createDecoder(): StreamDecoder {
    return this.#codec.createStreamDecoder(this.#source);
  }

  createObserver(watched: Omit<ObserverTarget, 'redact'>): StreamObserver {
    return this.#codec.createStreamObserver({ ...watched, redact: this.redact });
  }

  /** Redacts notes, which may contain field names of the upstream. */
  redactNotes(notes: readonly Note[]): readonly Note[] {
    if (notes.length === 0) return notes;
    return notes.map((note) => ({
      ...note,
      path: this.redact(note.path),
      reason: this.redact(note.reason),
    }));
  }
}

/** @param callName replaces the upstream's name of the model in errors */
export function createUpstreamReader(
  dialect: DialectId,
  { upstream, model }: Pick<Target, 'upstream' | 'model'>,
  callName: string,
): UpstreamReader {
  const rename = createRenaming(model, callName);
  const redact: Redact = (text) => rename(redactorOf(upstream)(text));
  return new UpstreamReader(codecOf(dialect), upstream.vendor, redact);
}

/** Reads the response to a request for the list of models. */
export interface ListReader extends Pick<UpstreamReader, 'readError'> {
  /** Masks the upstream's secrets in a name. */
  readonly redact: Redact;
}

/** Creates the reader of an upstream's list of models: it redacts, and decodes errors. */
export function createListReader(dialect: DialectId, upstream: Upstream): ListReader {
  const redact = redactorOf(upstream);
  return { redact, readError: (reply) => codecOf(dialect).decodeError(reply, redact) };
}

const redactors = new WeakMap<Upstream, Redact>();

/** Created at the first error of an upstream; garbage-collected together with its configuration. */
function redactorOf(upstream: Upstream): Redact {
  const known = redactors.get(upstream);
  if (known !== undefined) return known;
  const redact = createRedactor(secretsOf(upstream));
  redactors.set(upstream, redact);
  return redact;
}

/** Replaces the upstream's name of the model by the call name, except within a longer name. */
function createRenaming(model: string, callName: string): Redact {
  if (model === callName) return (text) => text;
  let pattern: RegExp | undefined;
  return (text) => {
    if (text === model) return callName;
    pattern ??= namePattern(model);
    return text.replace(pattern, () => callName);
  };
}

function namePattern(model: string): RegExp {
  const literal = model.replace(/\W/g, String.raw`\$&`);
  // A name that is a plain word may be used as a word in the message, so it must be called a model there.
  const before = /[\d/.-]/.test(model)
    ? String.raw`(?<![\w.:@-]|(?<!\bmodels)\/)`
    : String.raw`(?<=\bmodels?[\s:='"\`\/]{1,3})`;
  return new RegExp(String.raw`${before}${literal}(?![\w/:@-]|\.\w)`, 'g');
}
