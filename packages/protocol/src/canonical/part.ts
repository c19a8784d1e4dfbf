// The parts of turns and replies: text, media, tool calls, tool results, reasoning. Used by all codecs.
import type { DialectId, Extras } from './dialect.ts';
import type { JsonObject } from '../json/value.ts';
import type { ProviderState } from './provider-state.ts';

/** Marks the end of a prompt prefix that the upstream should cache. */
export interface CacheMark {
  /**
   * How long at least after the last use: five minutes, which stand for a mark without a lifetime, or an hour, as in
   * Messages; half an hour or twelve, as in Chat Completions and Responses.
   */
  readonly lifetime: '5m' | '30m' | '1h' | '12h';
}

/** Where the bytes of a media part come from. */
export type MediaSource =
  | { readonly by: 'bytes'; readonly mediaType: string; readonly base64: string }
  | { readonly by: 'text'; readonly text: string }
  | { readonly by: 'url'; readonly url: string; readonly mediaType?: string }
  /** A file stored by a vendor; its id has no meaning to other vendors. */
  | {
      readonly by: 'file';
      readonly id: string;
      readonly vendor: string;
      readonly mediaType?: string;
    };

/** A source that the model cites. Fields of a single vendor stay in `extras`. */
export interface Citation {
  readonly url?: string;
  readonly title?: string;
  /** The quoted text of the source. */
  readonly quote?: string;
  /** The cited range, as character offsets from the start of the part. */
  readonly start?: number;
  readonly end?: number;
  readonly extras?: Extras;
}

/** Text of the user or the model. */
export interface TextPart {
  readonly type: 'text';
  readonly text: string;
  /** The purpose of a text of the model, such as `commentary`; only in Responses. */
  readonly phase?: string;
  readonly citations?: readonly Citation[];
  readonly cache?: CacheMark;
  readonly extras?: Extras;
}

/** An image, audio, a video or a document. */
export interface MediaPart {
  readonly type: 'media';
  readonly kind: 'image' | 'audio' | 'video' | 'document';
  readonly source: MediaSource;
  /** File name or title. */
  readonly name?: string;
  /** What the client says about the document besides its content. */
  readonly context?: string;
  /** The level of detail for an image, in the source format's own term. */
  readonly detail?: string;
  readonly cache?: CacheMark;
  readonly extras?: Extras;
}

/** The model's reasoning. It may be shown as reasoning or left out; it never becomes output text. */
export interface ReasoningPart {
  readonly type: 'reasoning';
  /** Empty if the vendor hides it. */
  readonly text: string;
  readonly providerState?: ProviderState;
  readonly extras?: Extras;
}

/** A call of one of the client's tools. */
export interface CallPart {
  readonly type: 'call';
  readonly id: string;
  readonly name: string;
  /**
   * Raw JSON text, or free text if `custom` is true. Not parsed, because parsing and printing would change
   * numbers.
   */
  readonly arguments: string;
  readonly custom?: boolean;
  readonly providerState?: ProviderState;
  readonly cache?: CacheMark;
  readonly extras?: Extras;
}

/** The result of a call of one of the client's tools. */
export interface ResultPart {
  readonly type: 'result';
  readonly callId: string;
  readonly content: readonly Part[];
  readonly isError?: boolean;
  readonly cache?: CacheMark;
  readonly extras?: Extras;
}

/** A refusal by the model, in formats that separate it from text. */
export interface RefusalPart {
  readonly type: 'refusal';
  readonly text: string;
  /** As in `TextPart`. */
  readonly phase?: string;
}

/** What a part of one vendor says, for vendors that cannot read the part itself. */
export interface Readable {
  /** Absent if only its own vendor can read it. Only requests need it. */
  readonly readable?: readonly (TextPart | MediaPart)[];
}

/** An action of the provider itself, such as a web search; not a call for the client. */
export interface ServerPart extends Readable {
  readonly type: 'server';
  readonly dialect: DialectId;
  readonly raw: JsonObject;
  /** True when it only names something that the provider stores and reads into the prompt. */
  readonly isReference?: boolean;
}

/** A part of an unknown type: kept for its own dialect; elsewhere readable, or dropped with a note. */
export interface UnknownPart extends Readable {
  readonly type: 'unknown';
  readonly dialect: DialectId;
  readonly raw: JsonObject;
}

/** One piece of a turn or a reply. */
export type Part =
  | TextPart
  | MediaPart
  | ReasoningPart
  | CallPart
  | ResultPart
  | RefusalPart
  | ServerPart
  | UnknownPart;
