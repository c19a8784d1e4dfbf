import type Anthropic from '@anthropic-ai/sdk';
import type * as z from 'zod/mini';
import { describe, expectTypeOf, it } from 'vitest';
import type { requestSchema } from './request/schema.ts';
import type {
  AssistantParam,
  ErrorBody,
  MadeBlock,
  MadeParam,
  Message,
  RequestBody,
  StreamEvent,
  SystemParam,
  TextParam,
  ToolParam,
  UserParam,
  WebCitation,
} from './types.ts';

/** Interfaces as plain object types, which alone are comparable to types with an index signature. */
type Plain<Type> = Type extends string
  ? Type
  : Type extends object
    ? { [Key in keyof Type]: Plain<Type[Key]> }
    : Type;

/** The newest client says `null` where a text cites nothing; older ones refuse it, so it is left out. */
type WithCitations<Block> = Block extends { type: 'text' }
  ? Omit<Block, 'citations'> & { citations: WebCitation[] | null }
  : Block;

type Block = WithCitations<MadeBlock<WebCitation>>;
type Made = UserParam<MadeParam> | AssistantParam<MadeParam> | SystemParam<TextParam>;
type RequestInput = z.input<typeof requestSchema>;

describe('what the encoders write matches the types of the official client', () => {
  it('in a request', () => {
    expectTypeOf<RequestBody<Made, ToolParam, TextParam>>().toExtend<
      Anthropic.MessageCreateParams & { stream?: boolean }
    >();
    expectTypeOf<MadeParam>().toExtend<Anthropic.ContentBlockParam>();
    expectTypeOf<ToolParam>().toExtend<Anthropic.Tool>();
  });

  it('in a reply', () => {
    expectTypeOf<Message<Block>>().toExtend<Anthropic.Message>();
  });

  it('in a stream', () => {
    expectTypeOf<StreamEvent<Block, WebCitation>>().toExtend<Anthropic.RawMessageStreamEvent>();
  });

  it('in an error', () => {
    expectTypeOf<ErrorBody['error']['type']>().toExtend<Anthropic.ErrorType>();
  });
});

describe('the schema accepts what the official client sends', () => {
  it('as a request', () => {
    expectTypeOf<Plain<Anthropic.MessageCreateParams>>().toExtend<RequestInput>();
  });

  it('as a beta request', () => {
    expectTypeOf<Plain<Anthropic.Beta.MessageCreateParams>>().toExtend<RequestInput>();
  });
});
