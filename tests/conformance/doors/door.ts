// A format in which callers speak to a gateway.
import type { Call } from '../http/client.ts';
import type { EventStream } from '../http/event-stream.ts';

export type DoorName = 'chat' | 'messages' | 'gemini' | 'responses';

/** What a caller asks, in no format. */
export interface Question {
  readonly model: string;
  readonly prompt: string;
  readonly system?: string;
  readonly stream?: boolean;
  /** 64 when absent. */
  readonly maxTokens?: number;
  /** Offers a function `look_up` with one text, `place`. */
  readonly tool?: boolean;
}

/** What a stream said, in no format. */
export interface StreamReading {
  readonly text: string;
  /** Whether it ended as streams of its format do when all is well. */
  readonly ended: boolean;
  /** The error that ended it. */
  readonly error: unknown;
  /** Whether the error was its last event, and written as its format writes errors. */
  readonly endedByError: boolean;
  readonly usage: TokenCount | undefined;
  readonly tool: ToolCall | undefined;
}

export interface TokenCount {
  readonly input: number;
  readonly output: number;
}

export interface ToolCall {
  readonly name: string;
  /** JSON. */
  readonly arguments: string;
}

/** What an error says, in no format. */
export interface ErrorReading {
  readonly message: string;
  readonly type: unknown;
  readonly code: unknown;
  readonly param: unknown;
}

export interface Door {
  readonly name: DoorName;
  ask(question: Question): Call;
  /** @throws Mismatch when there is no text */
  textOf(body: unknown): string;
  usageOf(body: unknown): TokenCount;
  toolOf(body: unknown): ToolCall;
  modelOf(body: unknown): unknown;
  readStream(stream: EventStream): StreamReading;
  /** Reads an error of the gateway. @throws Mismatch when the envelope is not that of the format */
  readError(body: unknown): ErrorReading;
  /** Reads an error that may be an upstream's own: its code and its ids may be absent. */
  readRelayedError(body: unknown): ErrorReading;
}
