/** What the scenarios ask of every official library; each file of `drivers` does it with one library. */
import type { Family, UpstreamFormat } from './test-gateway.ts';

/** How an answer is requested. */
export const replyModes = ['whole', 'streamed'] as const;
export type ReplyMode = (typeof replyModes)[number];

/** A JSON Schema of an object, in a form that the types of every library accept. */
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

/** The settings of a conversation, independent of any library. */
export interface Setup {
  /** URL of the gateway, without a version. */
  readonly url: string;
  readonly key: string;
  readonly model: string;
  readonly tools?: readonly Tool[];
  /** Requests JSON that matches this schema. */
  readonly output?: ObjectSchema;
  /** Requests visible reasoning. */
  readonly thinking?: boolean;
}

export interface Prompt {
  readonly text: string;
  /** A PNG in base64. */
  readonly image?: string;
}

export interface Call {
  /** Absent if the format needs none. */
  readonly id: string | undefined;
  readonly name: string;
  readonly input: unknown;
}

/** A tool call and its result. */
export interface Result extends Call {
  readonly text: string;
}

export type Finish = 'stop' | 'calls' | 'length';

/** Sums: `input` includes what was read from the cache, `output` includes the reasoning. */
export interface Usage {
  readonly input: number;
  readonly output: number;
}

/** An answer, independent of any library. */
export interface Reply {
  readonly text: string;
  readonly reasoning: string;
  readonly calls: readonly Call[];
  /** Any other value is the library's own. */
  readonly finish: Finish | (string & {});
  readonly usage: Usage | undefined;
  /** The JSON that `output` requested. */
  readonly output?: unknown;
}

/** An error as the library raises it. */
export interface Failure {
  /** The HTTP status that the library reports; absent for a stream that failed. */
  readonly status: number | undefined;
  readonly message: string;
}

/** A reply, and what the library adds to the history for it. */
export interface Answer<Message> extends Reply {
  readonly messages: readonly Message[];
}

/** Receives the text of a streamed answer piece by piece. */
export type OnText = (piece: string) => void;

/** The code that differs between libraries. */
export interface Adapter<Message> {
  writePrompt(prompt: Prompt): Message;
  writeResults(results: readonly Result[]): readonly Message[];
  send(history: readonly Message[]): Promise<Answer<Message>>;
  sendStreamed(history: readonly Message[], onText: OnText): Promise<Answer<Message>>;
}

/** A conversation through a library; it keeps the history as the library's users do. */
export interface Conversation {
  send(prompt: Prompt, mode: ReplyMode): Promise<Reply>;
  /** Continues with the results of the latest calls, in their order. */
  answerCalls(texts: readonly string[], mode: ReplyMode): Promise<Reply>;
  /** All text that was streamed, also of an answer that failed. */
  heard(): string;
}

/** What a library cannot do with any server. The scenarios that it names must fail. */
export interface Limit {
  readonly scenario: string;
  /** Both if absent. */
  readonly mode?: ReplyMode;
  /** Upstream formats; all if absent. */
  readonly over?: readonly UpstreamFormat[];
  /** The end of a sentence that begins with "which". */
  readonly reason: string;
}

/** A library under test. */
export interface Client {
  readonly name: string;
  /** A family of models that the library's own rules know. */
  readonly family: Family;
  /** The format of its requests. */
  readonly format: UpstreamFormat;
  readonly limits: readonly Limit[];
  connect(setup: Setup): Conversation;
  /** @throws the error itself if the library has another class for its status */
  readFailure(error: unknown): Failure;
}

/** Creates a conversation through an adapter. */
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
