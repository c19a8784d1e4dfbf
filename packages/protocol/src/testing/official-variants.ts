// Samples of the official types of requests and replies: one for each field and each kind of part, for the tests of
// lost fields.
import ts from 'typescript';
import type { JsonObject, JsonValue } from '../json/value.ts';
import { createOfficialProgram } from './official-program.ts';

/** A request that states one thing more than the fields it needs. */
export interface Variant {
  /** Where it states it, such as `.messages[]<user>.name=sample_name`. */
  readonly label: string;
  readonly value: JsonValue;
  /** The same place as a path of names and indexes; empty for the plain request. */
  readonly path: readonly (string | number)[];
  /** True if the field can be left out. */
  readonly isOptional?: boolean | undefined;
}

const imports = `
import type OpenAI from 'openai';
import type Anthropic from '@anthropic-ai/sdk';
import type { GenerateContentResponse } from '@google/genai';
`;

const requests = `
export type ChatRequest = OpenAI.Chat.ChatCompletionCreateParamsNonStreaming;
export type MessagesRequest = Anthropic.MessageCreateParamsNonStreaming;
export type ResponsesRequest = OpenAI.Responses.ResponseCreateParamsNonStreaming;
`;

/** What the services send; of a response, what does not repeat the request. */
const replies = `
export type ChatReply = OpenAI.Chat.ChatCompletion;
export type MessagesReply = Anthropic.Message;
export type ResponsesReply = Pick<OpenAI.Responses.Response,
  'id' | 'incomplete_details' | 'moderation' | 'output' | 'service_tier' | 'status' | 'usage'>;
export type GeminiReply = Pick<GenerateContentResponse,
  'candidates' | 'modelVersion' | 'promptFeedback' | 'responseId' | 'usageMetadata'>;
`;

export type OfficialRequest = 'ChatRequest' | 'MessagesRequest' | 'ResponsesRequest';

/** Values of fields that are not any text or number. */
const values: Readonly<Record<string, JsonValue>> = {
  ...{ url: 'https://a.example/x.png', image_url: 'https://a.example/x.png' },
  ...{ file_url: 'https://a.example/x.pdf', file_data: 'data:application/pdf;base64,JVBERi0=' },
  ...{ data: 'iVBORw0KGgo=', arguments: '{"city":"Oslo"}', temperature: 0.7, top_p: 0.9 },
  ...{ tool_call_id: 'call_1', call_id: 'call_1', tool_use_id: 'toolu_1', budget_tokens: 2000 },
  ...{ max_tokens: 4000, max_output_tokens: 4000, max_completion_tokens: 4000 },
  ...{ frequency_penalty: 1, presence_penalty: 1, start_index: 0, start_char_index: 0 },
};

/** Fields whose values are no part of a translation: every request states its model. */
const skipped: ReadonlySet<string> = new Set(['model']);

const deepest = 9;

/** Reads the types of all requests or replies; takes seconds. */
export function listVariants(
  kind: 'requests' | 'replies',
): ReadonlyMap<string, readonly Variant[]> {
  const declarations = imports + (kind === 'requests' ? requests : replies);
  const { program, file } = createOfficialProgram('official-variants-types.ts', declarations);
  const found = new Map<string, readonly Variant[]>();
  if (file === undefined) return found;
  const writer = new VariantWriter(program.getTypeChecker(), file);
  ts.forEachChild(file, (node) => {
    if (ts.isTypeAliasDeclaration(node)) found.set(node.name.text, writer.listAt(node.name));
  });
  return found;
}

/** A type at its place: the name of its field, and the types around it. */
interface TypePlace {
  readonly name: string;
  readonly outer: readonly string[];
}

class VariantWriter {
  readonly #checker: ts.TypeChecker;
  readonly #file: ts.SourceFile;

  constructor(checker: ts.TypeChecker, file: ts.SourceFile) {
    this.#checker = checker;
    this.#file = file;
  }

  listAt(node: ts.Node): Variant[] {
    return this.#list(this.#checker.getTypeAtLocation(node), { name: '', outer: [] });
  }

  #list(type: ts.Type, place: TypePlace): Variant[] {
    const { name, outer } = place;
    if (outer.length > deepest || skipped.has(name)) return [];
    const kinds = kindsOf(type);
    return kinds.flatMap((kind) => {
      const literal = this.#literal(kind, name);
      if (literal !== undefined)
        return [
          {
            label: `=${typeof literal === 'string' ? literal : JSON.stringify(literal)}`,
            value: literal,
            path: [],
          },
        ];
      const item = this.#itemOf(kind);
      if (item === undefined) return this.#listObject(kind, place, kinds.length > 1);
      const inner = this.#list(item, { name, outer: [...outer, '[]'] });
      return inner.map((each) => ({
        ...each,
        label: `[]${each.label}`,
        value: [each.value],
        path: [0, ...each.path],
      }));
    });
  }

  #listObject(kind: ts.Type, { name, outer }: TypePlace, isTagged: boolean): Variant[] {
    const own = this.#checker.typeToString(kind);
    const tag = isTagged ? `<${this.#tagOf(kind) ?? own}>` : '';
    const plain = this.#plainObject(kind, { name, outer });
    if (outer.includes(own)) return [];
    const fields = kind.getApparentProperties().flatMap((field) => {
      const fieldName = field.getName();
      const type = this.#typeOf(field);
      // A field with one possible value states nothing that the object does not.
      if (type.isLiteral() && !this.#canOmit(field)) return [];
      const inner = this.#list(type, { name: fieldName, outer: [...outer, own] });
      return inner.map((each) => ({
        label: `${tag}.${fieldName}${each.label}`,
        value: { ...plain, [fieldName]: each.value },
        path: [fieldName, ...each.path],
        isOptional: each.path.length === 0 ? this.#canOmit(field) : each.isOptional === true,
      }));
    });
    return [{ label: tag, value: plain, path: [] }, ...fields];
  }

  /** An object with only the fields that it needs. */
  #plainObject(kind: ts.Type, { outer }: TypePlace): JsonObject {
    const plain: JsonObject = {};
    if (outer.length > deepest) return plain;
    for (const field of kind.getApparentProperties()) {
      if (this.#canOmit(field)) continue;
      const name = field.getName();
      plain[name] = this.#plainValue(this.#typeOf(field), { name, outer: [...outer, name] });
    }
    return plain;
  }

  #plainValue(type: ts.Type, place: TypePlace): JsonValue {
    const kinds = kindsOf(type);
    const kind = kinds.find(({ flags }) => flags & ts.TypeFlags.StringLike) ?? kinds[0];
    if (kind === undefined) return null;
    const literal = this.#literal(kind, place.name);
    if (literal !== undefined) return literal;
    const item = this.#itemOf(kind);
    return item === undefined ? this.#plainObject(kind, place) : [this.#plainValue(item, place)];
  }

  #literal(kind: ts.Type, name: string): JsonValue | undefined {
    if (kind.isStringLiteral() || kind.isNumberLiteral()) return kind.value;
    const { flags } = kind;
    if (flags & ts.TypeFlags.BooleanLiteral) return this.#checker.typeToString(kind) === 'true';
    if (flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return { any: 'thing' };
    if (this.#isA(kind, this.#checker.getStringType())) return values[name] ?? `sample_${name}`;
    return this.#isA(kind, this.#checker.getNumberType()) ? (values[name] ?? 7) : undefined;
  }

  /** True also for `string & {}`, which the clients use for texts beside known ones. */
  #isA(kind: ts.Type, type: ts.Type): boolean {
    return this.#checker.isTypeAssignableTo(kind, type);
  }

  #itemOf(kind: ts.Type): ts.Type | undefined {
    return this.#checker.isArrayType(kind) ? kind.getNumberIndexType() : undefined;
  }

  #tagOf(kind: ts.Type): string | undefined {
    const tag = kind.getProperty('type') ?? kind.getProperty('role');
    const [first] = tag === undefined ? [] : kindsOf(this.#typeOf(tag));
    return first?.isStringLiteral() ? first.value : undefined;
  }

  #typeOf(field: ts.Symbol): ts.Type {
    return this.#checker.getTypeOfSymbolAtLocation(field, this.#file);
  }

  #canOmit(field: ts.Symbol): boolean {
    const type = this.#typeOf(field);
    const isNullable = type.isUnion() && kindsOf(type).length < type.types.length;
    return isNullable || (field.flags & ts.SymbolFlags.Optional) !== 0;
  }
}

function kindsOf(type: ts.Type): readonly ts.Type[] {
  const isNothing = ({ flags }: ts.Type) => flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Null);
  return type.isUnion() ? type.types.filter((kind) => !isNothing(kind)) : [type];
}
