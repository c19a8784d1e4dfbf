// Checks JSON against the TypeScript types of the official clients, with the TypeScript compiler, for tests.
import ts from 'typescript';
import { writeJson } from '../json/exact-number.ts';
import type { JsonValue } from '../json/value.ts';
import { createOfficialProgram } from './official-program.ts';

/** The official types of what a client reads, by the names that `declarations` gives them. */
export type OfficialType =
  | 'ChatReply'
  | 'ChatChunk'
  | 'MessagesReply'
  | 'MessagesEvent'
  | 'GeminiReply'
  | 'ResponsesReply'
  | 'ResponsesEvent';

export interface Sample {
  readonly type: OfficialType;
  readonly value: JsonValue;
}

/*
 * What comes over the wire differs from the official types in known ways. Enumerations arrive as their values.
 * The clients add `output_text` and the getters of Gemini, and call `citations` what its API calls
 * `citationSources`. In Responses, a running reply has the usage null and calls of custom tools have a status. In
 * Messages, texts without citations have no `citations`, which older clients refuse as null, tool uses by the
 * model itself have no `caller`, and the last usage of a stream has the same breakdown as the first.
 */
const declarations = `
import type OpenAI from 'openai';
import type Anthropic from '@anthropic-ai/sdk';
import type { GenerateContentResponse } from '@google/genai';
type WireName<Key> = Key extends 'citations' ? 'citationSources' : Key;
type Wire<Value> = Value extends string ? \`\${Value}\`
  : Value extends readonly (infer Item)[] ? Wire<Item>[]
  : Value extends object ? { [Key in keyof Value as WireName<Key>]: Wire<Value[Key]> }
  : Value;
type Getters = 'text' | 'data' | 'functionCalls' | 'executableCode' | 'codeExecutionResult';
type WireItem = OpenAI.Responses.ResponseOutputItem | OpenAI.Responses.ResponseCustomToolCallItem;
type Running<Reply> = Omit<Reply, 'output_text' | 'usage' | 'output'>
  & { output: WireItem[]; usage?: OpenAI.Responses.ResponseUsage | null };
type WireEvent<Event> = Event extends { response: infer Reply }
  ? Omit<Event, 'response'> & { response: Running<Reply> }
  : Event extends { item: unknown } ? Omit<Event, 'item'> & { item: WireItem } : Event;
type ChatReply = OpenAI.Chat.ChatCompletion;
type ChatChunk = OpenAI.Chat.ChatCompletionChunk;
type Optional<Block, Name extends keyof Block> = Omit<Block, Name> & Partial<Pick<Block, Name>>;
type WireBlock<Block> = Block extends Anthropic.TextBlock ? Optional<Block, 'citations'>
  : Block extends { caller: unknown } ? Optional<Block, 'caller'> : Block;
type MessagesReply = Omit<Anthropic.Message, 'content'> & { content: WireBlock<Anthropic.ContentBlock>[] };
type MessagesEvent = Anthropic.RawMessageStreamEvent extends infer Event
  ? Event extends { message: unknown } ? Omit<Event, 'message'> & { message: MessagesReply }
  : Event extends { content_block: infer Block } ? Omit<Event, 'content_block'> & { content_block: WireBlock<Block> }
  : Event extends { usage: infer Usage }
    ? Omit<Event, 'usage'> & { usage: Usage & { cache_creation: Anthropic.CacheCreation | null } }
  : Event : never;
type GeminiReply = Wire<Omit<GenerateContentResponse, Getters | 'initialPromptTokenCount'>>;
type ResponsesReply = Running<OpenAI.Responses.Response>;
type ResponsesEvent = WireEvent<OpenAI.Responses.ResponseStreamEvent>;
`;

/**
 * Returns one line for each sample that its official type does not accept. A field that the type does not
 * declare is reported too.
 */
export function checkSamples(samples: readonly Sample[]): string[] {
  const lines = samples.map(({ type, value }, at) => {
    return `export const s${at}: ${type} = ${writeJson(value)};`;
  });
  const text = `${declarations}${lines.join('\n')}\n`;
  const { program, file } = createOfficialProgram('official-samples.ts', text);
  const first = declarations.split('\n').length - 1;
  return program
    .getSemanticDiagnostics(file)
    .concat(program.getSyntacticDiagnostics(file))
    .map(({ start = 0, messageText }) => {
      const line = file === undefined ? 0 : ts.getLineAndCharacterOfPosition(file, start).line;
      const message = ts.flattenDiagnosticMessageText(messageText, ' ');
      return `${message} IN ${lines[line - first] ?? `line ${line} of the declarations`}`;
    });
}
