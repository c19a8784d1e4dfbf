import type {
  Content,
  FunctionDeclaration,
  GenerateContentConfig,
  GenerateContentResponse,
  GenerationConfig,
  Part,
  Schema,
  Tool,
  ToolConfig,
} from '@google/genai';
import { describe, expect, expectTypeOf, it } from 'vitest';
import type * as z from 'zod/mini';
import type { JsonValue } from '../../json/value.ts';
import type { ExactNumber } from '../../json/exact-number.ts';
import type { replySchema } from './reply/schema.ts';
import { requestSchema } from './request/schema.ts';
import { toCamelCase } from './request/spelling.ts';
import type {
  MadePart,
  Reply,
  RequestBody,
  WireContent,
  WireDeclaration,
  WireGeneration,
  WireSchema,
  WireTool,
  WireToolConfig,
} from './types.ts';

/**
 * The vendor's types as the JSON they stand for: enums as their values, getters left out, and citations under the name
 * that the client reads.
 */
type Plain<Value> = unknown extends Value
  ? JsonValue | undefined
  : Value extends string
    ? `${Value}`
    : Value extends readonly (infer Item)[]
      ? Plain<Item>[]
      : Value extends object
        ? { [Key in keyof Value as WireName<Key>]: Plain<Value[Key]> }
        : Value;

type WireName<Key> = Key extends 'citations' ? 'citationSources' : Key;

/** The same where a number may also be its text, because no double holds it. */
type Exact<Value> = Value extends number
  ? Value | ExactNumber
  : Value extends readonly (infer Item)[]
    ? Exact<Item>[]
    : Value extends object
      ? { [Key in keyof Value]: Exact<Value[Key]> }
      : Value;

/** The same with every field there: the vendor's types leave open also what is never missing. */
type Full<Value> = Value extends readonly (infer Item)[]
  ? Full<Item>[]
  : Value extends object
    ? { [Key in keyof Value]-?: Full<Exclude<Value[Key], undefined>> }
    : Value;

type Getters = 'text' | 'data' | 'functionCalls' | 'executableCode' | 'codeExecutionResult';
type OfficialReply = Plain<Omit<GenerateContentResponse, Getters | 'initialPromptTokenCount'>>;

/** Without the fields that are merely absent. */
function toJson(value: unknown): JsonValue {
  return JSON.parse(JSON.stringify(value)) as JsonValue;
}

type Written = RequestBody<MadePart, WireTool>;

describe('what the encoders write matches the types of the official client', () => {
  it('in a request', () => {
    expectTypeOf<MadePart>().toExtend<Plain<Part>>();
    expectTypeOf<WireContent<MadePart>>().toExtend<Plain<Content>>();
    expectTypeOf<WireTool>().toExtend<Exact<Plain<Tool>>>();
    expectTypeOf<WireDeclaration>().toExtend<Exact<Plain<FunctionDeclaration>>>();
    expectTypeOf<WireSchema>().toExtend<Exact<Plain<Schema>>>();
    expectTypeOf<WireToolConfig>().toExtend<Plain<ToolConfig>>();
    expectTypeOf<WireGeneration>().toExtend<Exact<Plain<GenerationConfig>>>();
    expectTypeOf<Pick<Written, 'labels' | 'serviceTier'>>().toExtend<
      Plain<Pick<GenerateContentConfig, 'labels' | 'serviceTier'>>
    >();
  });

  it('in a reply and in a chunk', () => {
    expectTypeOf<Reply<MadePart>>().toExtend<OfficialReply>();
  });
});

describe('the schemas accept the types of the official client', () => {
  it('in a reply', () => {
    expectTypeOf<Full<OfficialReply>>().toExtend<z.input<typeof replySchema>>();
  });

  it('in a conversation with all its parts', () => {
    const history: Plain<Content>[] = [
      {
        role: 'user',
        parts: [
          { text: 'Look', partMetadata: { source: 'a' } },
          { inlineData: { mimeType: 'image/png', data: 'AA==' } },
          {
            fileData: { fileUri: 'https://youtu.be/a', mimeType: 'video/mp4' },
            videoMetadata: { startOffset: '1s', endOffset: '2s', fps: 1 },
          },
        ],
      },
      {
        role: 'model',
        parts: [
          { text: 'Hm.', thought: true, thoughtSignature: 'AA==' },
          { functionCall: { id: 'a', name: 'f', args: { x: 1 } }, thoughtSignature: 'AA==' },
          { executableCode: { code: 'print(1)' } },
          { codeExecutionResult: { output: '1' } },
          { toolCall: { id: 't', args: {} } },
        ],
      },
      {
        role: 'user',
        parts: [
          {
            functionResponse: {
              id: 'a',
              name: 'f',
              response: { output: 1 },
              parts: [{ inlineData: { mimeType: 'image/png', data: 'AA==' } }],
            },
          },
          { toolResponse: { id: 't', response: {} } },
        ],
      },
    ];
    const body = toCamelCase({ contents: toJson(history) });
    expect(requestSchema.safeParse(body).error).toBeUndefined();
  });
});
