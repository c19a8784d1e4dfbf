// The parts of turns and answers: text, media, calls, results, reasoning.
import type { DialectId, Extras } from './dialect.ts';
import type { JsonObject } from '../json/value.ts';
import type { ProviderState } from './provider-state.ts';

/** Marks the end of a prompt prefix that the upstream should cache. */
export interface CacheMark {
  /** Five minutes or an hour, from the last use on. */
  readonly lifetime: '5m' | '1h';
}

/** Where the bytes of a media part are. */
export type MediaSource =
  | { readonly by: 'bytes'; readonly mediaType: string; readonly base64: string }
  | { readonly by: 'text'; readonly text: string }
  | { readonly by: 'url'; readonly url: string; readonly mediaType?: string }
  /** A file that a vendor stores; its id means nothing to others. */
  | {
      readonly by: 'file';
      readonly id: string;
      readonly vendor: string;
      readonly mediaType?: string;
    };

/** A source the model cites. What other vendors add beyond these stays in `extras`. */
export interface Citation {
  readonly url?: string;
  readonly title?: string;
  /** The cited text of the source. */
  readonly quote?: string;
  /** Where the citation belongs, as character offsets from the start of its own part. */
  readonly start?: number;
  readonly end?: number;
  readonly extras?: Extras;
}

/** Text of the caller or of the model. */
export interface TextPart {
  readonly type: 'text';
  readonly text: string;
  readonly citations?: readonly Citation[];
  readonly cache?: CacheMark;
  readonly extras?: Extras;
}

/** An image, a sound, a film or a document. */
export interface MediaPart {
  readonly type: 'media';
  readonly kind: 'image' | 'audio' | 'video' | 'document';
  readonly source: MediaSource;
  /** File name or title. */
  readonly name?: string;
  /** What the caller says about the document, beside its content. */
  readonly context?: string;
  /** How closely to look at an image, in the source's own word. */
  readonly detail?: string;
  readonly cache?: CacheMark;
  readonly extras?: Extras;
}

/** The model's reasoning. It may be shown as reasoning or left out; it never becomes answer text. */
export interface ReasoningPart {
  readonly type: 'reasoning';
  /** Empty when the maker hides it. */
  readonly text: string;
  readonly providerState?: ProviderState;
  readonly extras?: Extras;
}

/** A call of one of the caller's own tools. */
export interface CallPart {
  readonly type: 'call';
  readonly id: string;
  readonly name: string;
  /** Raw JSON text (or free text when `custom`): parsing and printing again would change numbers. */
  readonly arguments: string;
  readonly custom?: boolean;
  readonly providerState?: ProviderState;
  readonly cache?: CacheMark;
  readonly extras?: Extras;
}

/** What a call of the caller's own tools gave. */
export interface ResultPart {
  readonly type: 'result';
  readonly callId: string;
  readonly content: readonly Part[];
  readonly isError?: boolean;
  readonly cache?: CacheMark;
  readonly extras?: Extras;
}

/** What the model says instead of an answer, where its format keeps that apart. */
export interface RefusalPart {
  readonly type: 'refusal';
  readonly text: string;
}

/** Something the provider did by itself, such as a web search; not a call for the caller. */
export interface ServerPart {
  readonly type: 'server';
  readonly dialect: DialectId;
  readonly raw: JsonObject;
}

/** A part this package does not know: kept for its own dialect, dropped with a note elsewhere. */
export interface UnknownPart {
  readonly type: 'unknown';
  readonly dialect: DialectId;
  readonly raw: JsonObject;
}

/** One piece of a turn or of an answer. */
export type Part =
  | TextPart
  | MediaPart
  | ReasoningPart
  | CallPart
  | ResultPart
  | RefusalPart
  | ServerPart
  | UnknownPart;
