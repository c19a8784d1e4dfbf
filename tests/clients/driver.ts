import type { Family, UpstreamFormat } from './test-gateway.ts';

/** How an answer is asked for. */
export const replyModes = ['whole', 'streamed'] as const;
export type ReplyMode = (typeof replyModes)[number];

/** A JSON Schema of an object, in a form that the types of every library take. */
export type ObjectSchema = {
  type: 'object';
  properties: Record<string, { type: 'string'; description?: string }>;
  required: string[];
  additionalProperties: false;
};

export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly schema: ObjectSchema;
}

/** What a conversation is about to need, in words of no library. */
export interface Setup {
  /** Base address of the gateway, without a version. */
  readonly url: string;
  readonly key: string;
  readonly model: string;
  readonly tools?: readonly Tool[];
  /** Asks for JSON of this shape. */
  readonly output?: ObjectSchema;
  /** Asks for the reasoning to be shown. */
  readonly thinking?: boolean;
}

export interface Prompt {
  readonly text: string;
  /** A PNG in base64. */
  readonly image?: string;
}

export interface Call {
  /** Absent where the format needs none. */
  readonly id: string | undefined;
  readonly name: string;
  readonly input: unknown;
}

/** A call and what came of it. */
export interface Result extends Call {
  readonly text: string;
}

export type Finish = 'stop' | 'calls' | 'length';

/** Sums: `input` holds what was read from the cache, `output` holds the reasoning. */
export interface Usage {
  readonly input: number;
  readonly output: number;
}

/** An answer as the library hands it out, in words of no library. */
export interface Reply {
  readonly text: string;
  readonly reasoning: string;
  readonly calls: readonly Call[];
  /** The library's own word when it is none of these. */
  readonly finish: Finish | (string & {});
  readonly usage: Usage | undefined;
  /** What was asked for with `output`. */
  readonly output?: unknown;
}

/** An error as the library raises it. */
export interface Failure {
  /** The HTTP status the library tells; none for a stream that failed. */
  readonly status: number | undefined;
  readonly message: string;
}

/** A reply with what the library would put into the history. */
export interface Answer<Message> extends Reply {
  readonly messages: readonly Message[];
}

/** Takes the text of a streamed answer piece by piece. */
export type OnText = (piece: string) => void;

/** What is particular to a library. */
export interface Adapter<Message> {
  writePrompt(prompt: Prompt): Message;
  writeResults(results: readonly Result[]): readonly Message[];
  send(history: readonly Message[]): Promise<Answer<Message>>;
  sendStreamed(history: readonly Message[], onText: OnText): Promise<Answer<Message>>;
}

/** A conversation held with a library: it remembers what was said, the way its users do. */
export interface Conversation {
  send(prompt: Prompt, mode: ReplyMode): Promise<Reply>;
  /** Goes on with the results of the latest calls, in their order. */
  answerCalls(texts: readonly string[], mode: ReplyMode): Promise<Reply>;
  /** All text that was streamed, also of an answer that failed. */
  heard(): string;
}

/** What a library cannot do, whatever it is connected to. A scenario so marked must fail. */
export interface Limit {
  readonly scenario: string;
  /** Both when absent. */
  readonly mode?: ReplyMode;
  /** Upstream formats; all when absent. */
  readonly over?: readonly UpstreamFormat[];
  /** Goes on after "which". */
  readonly reason: string;
}

/** A library under test. */
export interface Client {
  readonly name: string;
  /** A family of models that the library's own rules know. */
  readonly family: Family;
  /** What it speaks itself. */
  readonly format: UpstreamFormat;
  readonly limits: readonly Limit[];
  connect(setup: Setup): Conversation;
  /** @throws the error itself when it is none of the library's own for that status */
  readFailure(error: unknown): Failure;
}

/** Holds a conversation by means of an adapter. */
export function createConversation<Message>(adapter: Adapter<Message>): Conversation {
  const history: Message[] = [];
  let calls: readonly Call[] = [];
  let heard = '';
  const proceed = async (messages: readonly Message[], mode: ReplyMode): Promise<Reply> => {
    history.push(...messages);
    const answer = await (mode === 'whole'
      ? adapter.send(history)
      : adapter.sendStreamed(history, (piece) => (heard += piece)));
    history.push(...answer.messages);
    calls = answer.calls;
    return answer;
  };
  return {
    send: (prompt, mode) => proceed([adapter.writePrompt(prompt)], mode),
    answerCalls: (texts, mode) => {
      const results = calls.map((call, index) => ({ ...call, text: texts[index] ?? '' }));
      return proceed(adapter.writeResults(results), mode);
    },
    heard: () => heard,
  };
}
