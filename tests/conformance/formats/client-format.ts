// The interface of a client format of the gateway: it writes requests and reads responses.
import type { Call } from '../http/client.ts';
import type { EventStream } from '../http/event-stream.ts';

export type FormatName = 'chat' | 'messages' | 'gemini' | 'responses';

/** A request, independent of the format. */
export interface RequestInput {
  readonly model: string;
  readonly prompt: string;
  readonly system?: string;
  readonly stream?: boolean;
  /** 64 when absent. */
  readonly maxTokens?: number;
  /** Whether to offer the function `look_up`, which has one string argument, `place`. */
  readonly tool?: boolean;
}

/** The content of a stream, independent of the format. */
export interface StreamReading {
  readonly text: string;
  /** Whether it has the end mark of a successful stream in its format. */
  readonly ended: boolean;
  /** The error that ended it. */
  readonly error: unknown;
  /** Whether the error was its last event, in the form of its format. */
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
  /** JSON text. */
  readonly arguments: string;
}

/** The content of an error, independent of the format. */
export interface ErrorReading {
  readonly message: string;
  readonly type: unknown;
  readonly code: unknown;
  readonly param: unknown;
}

export interface ClientFormat {
  readonly name: FormatName;
  ask(requestInput: RequestInput): Call;
  /** @throws Mismatch when there is no text */
  textOf(body: unknown): string;
  usageOf(body: unknown): TokenCount;
  toolOf(body: unknown): ToolCall;
  modelOf(body: unknown): unknown;
  readStream(stream: EventStream): StreamReading;
  /** Reads an error of the gateway. @throws Mismatch when the envelope is not that of the format */
  readError(body: unknown): ErrorReading;
  /** Reads an error that may come from an upstream: its code and its ids may be absent. */
  readRelayedError(body: unknown): ErrorReading;
}
