/** Decodes the answer of any of the four wire formats, whole or frame by frame. */
import { readData } from '../../calls/records.ts';
import type { Reader } from '../../calls/run-call.ts';
import type { Dialect } from '../../routing/dialects.ts';

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** JSON, as far as it came. */
  readonly text: string;
}

export interface Answer {
  readonly text: string;
  readonly reasoning: string;
  readonly calls: readonly ToolCall[];
  readonly error: string;
}

/** A part of an answer that is added to what came before. */
interface Piece {
  readonly kind: 'text' | 'reasoning' | 'error' | 'call';
  readonly text?: string | null | undefined;
  /** The id of a tool call: pieces with the same id belong together. */
  readonly id?: number | string | undefined;
  readonly name?: string | undefined;
}

/** Creates the reader of a dialect; it ignores frames that it does not know. */
export function answerReader(dialect: Dialect): Reader<Answer> {
  return {
    first: { text: '', reasoning: '', calls: [], error: '' },
    read(answer, text) {
      const data = readData(text) as Wire | readonly Wire[] | null | undefined;
      const wire = (Array.isArray(data) ? data[0] : data) as Wire | null | undefined;
      if (!wire) return answer;
      try {
        return [...readError(wire), ...readers[dialect](wire)].reduce(addPiece, answer);
      } catch {
        return answer;
      }
    },
  };
}

function addPiece(answer: Answer, { kind, text, id, name = '' }: Piece): Answer {
  const { calls } = answer;
  const added = text ?? '';
  if (kind === 'error') return { ...answer, error: added };
  if (kind !== 'call') return { ...answer, [kind]: answer[kind] + added };
  const key = String(id ?? calls.length);
  if (!calls.some((call) => call.id === key)) {
    return { ...answer, calls: [...calls, { id: key, name, text: added }] };
  }
  const join = (call: ToolCall) => (call.id === key ? { ...call, text: call.text + added } : call);
  return { ...answer, calls: calls.map(join) };
}

/** The fields of all formats that are read here. */
interface Wire {
  readonly type?: string;
  readonly message?: string;
  readonly error?: { readonly message?: string } | null;
  readonly choices?: readonly { readonly delta?: ChatMessage; readonly message?: ChatMessage }[];
  readonly index?: number;
  readonly content?: readonly Block[];
  readonly content_block?: Block;
  readonly candidates?: readonly { readonly content?: { readonly parts?: readonly Part[] } }[];
  readonly output_index?: number;
  readonly item?: Item;
  readonly output?: readonly Item[];
  readonly response?: Wire;
  /** An object in Messages, a text in Responses. */
  readonly delta?: Block | string;
}

interface ChatMessage {
  readonly content?: string | null;
  readonly refusal?: string | null;
  readonly reasoning_content?: string | null;
  readonly reasoning?: string | null;
  readonly tool_calls?: readonly {
    readonly index?: number;
    readonly function?: { readonly name?: string; readonly arguments?: string };
  }[];
}

interface Block {
  readonly text?: string;
  readonly thinking?: string;
  readonly name?: string;
  readonly input?: unknown;
  readonly partial_json?: string;
}

interface Part {
  readonly text?: string;
  readonly thought?: boolean;
  readonly functionCall?: { readonly name?: string; readonly args?: unknown };
}

interface Item {
  readonly name?: string;
  readonly arguments?: string;
  readonly input?: string;
  readonly content?: readonly { readonly text?: string; readonly refusal?: string }[];
  readonly summary?: readonly { readonly text?: string }[];
  readonly type?: string;
}

function readError(wire: Wire): readonly Piece[] {
  const text = wire.error?.message ?? (wire.type === 'error' ? wire.message : undefined);
  return text === undefined ? [] : [{ kind: 'error', text }];
}

const readers: Readonly<Record<Dialect, (wire: Wire) => readonly Piece[]>> = {
  'openai-chat': ({ choices }) => readMessage(choices?.[0]?.delta ?? choices?.[0]?.message ?? {}),
  'anthropic-messages': ({ content = [], content_block: block, delta, index }) => [
    ...content.flatMap((each) => readBlock({ ...each, partial_json: JSON.stringify(each.input) })),
    ...(block ? readBlock(block, index) : []),
    ...(typeof delta === 'object' ? readBlock(delta, index) : []),
  ],
  'gemini-generate': ({ candidates }) => candidates?.[0]?.content?.parts?.map(readPart) ?? [],
  'openai-responses': readResponse,
};

function readMessage(message: ChatMessage): readonly Piece[] {
  return [
    { kind: 'reasoning', text: message.reasoning_content ?? message.reasoning },
    { kind: 'text', text: message.content },
    { kind: 'text', text: message.refusal },
    ...(message.tool_calls ?? []).map(({ index, function: called }, place): Piece => ({
      kind: 'call',
      id: index ?? place,
      name: called?.name,
      text: called?.arguments,
    })),
  ];
}

function readBlock({ text, thinking, name, partial_json }: Block, id?: number): readonly Piece[] {
  const isCall = name !== undefined || (partial_json !== undefined && id !== undefined);
  return [
    { kind: 'reasoning', text: thinking },
    { kind: 'text', text },
    ...(isCall ? [{ kind: 'call', id, name, text: partial_json } as const] : []),
  ];
}

function readPart({ text, thought, functionCall }: Part): Piece {
  if (functionCall === undefined) return { kind: thought === true ? 'reasoning' : 'text', text };
  const { name, args } = functionCall;
  return { kind: 'call', name, text: JSON.stringify(args) };
}

function readResponse(wire: Wire): readonly Piece[] {
  const { type = '', delta, item, output_index: id, output = [], response } = wire;
  if (typeof delta === 'string') {
    if (/(arguments|input)\.delta$/.test(type)) return [{ kind: 'call', id, text: delta }];
    if (type.includes('reasoning')) return [{ kind: 'reasoning', text: delta }];
    return /(text|refusal)\.delta$/.test(type) ? [{ kind: 'text', text: delta }] : [];
  }
  if (type.endsWith('item.added') && item?.name !== undefined) {
    return [{ kind: 'call', id, name: item.name }];
  }
  // The last event repeats the whole response; only its error is new.
  return response === undefined ? output.flatMap(readItem) : readError(response);
}

function readItem(item: Item): readonly Piece[] {
  const { name, arguments: text, input, content = [], summary = [] } = item;
  if (name !== undefined) return [{ kind: 'call', name, text: text ?? input }];
  const kind = item.type === 'reasoning' ? 'reasoning' : 'text';
  const parts: NonNullable<Item['content']> = [...summary, ...content];
  return parts.map((part) => ({ kind, text: part.text ?? part.refusal }));
}
