// Decodes the conversation of a Chat Completions request.
import type { Part, ResultPart } from '../../../canonical/part.ts';
import type { Turn } from '../../../canonical/request.ts';
import { readArguments } from '../../../shared/openai/tools.ts';
import { holdsOnly } from '../../../shared/text-state.ts';
import { decodeCall, decodeClientState } from '../calls.ts';
import { keepExtras } from '../extras.ts';
import { decodeClientReasoning } from '../reasoning.ts';
import { decodeImages } from '../reply/content.ts';
import { decodeCacheMark, decodeContent } from './content-decoder.ts';
import type {
  AssistantInput,
  FunctionMessageInput,
  MessageInput,
  TalkInput,
  ToolMessageInput,
} from './content-schema.ts';

const talkFields = new Set(['role', 'content', 'name']);
const assistantFields = new Set([
  ...talkFields,
  'refusal',
  'tool_calls',
  'function_call',
  'reasoning_content',
  'reasoning',
  'reasoning_details',
  'images',
  // Other fields of replies; clients echo them, and no upstream needs them.
  'annotations',
]);
const resultFields = new Set([
  'role',
  'content',
  'name',
  'tool_call_id',
  'cache_control',
  'prompt_cache_breakpoint',
]);

/** Decodes the conversation; each tool message is a separate turn. */
export function decodeTurns(messages: readonly MessageInput[]): Turn[] {
  const legacy = new LegacyCalls();
  return messages.map((message) => decodeTurn(message, legacy));
}

/** Assigns ids to the calls of the legacy `function_call` field, which has none. */
class LegacyCalls {
  #made = 0;
  #open = '';

  open(): string {
    this.#open = `call_legacy_${++this.#made}`;
    return this.#open;
  }

  /** The id of the call that waits for its result; empty if there is none. */
  close(): string {
    const id = this.#open;
    this.#open = '';
    return id;
  }
}

function decodeTurn(message: MessageInput, legacy: LegacyCalls): Turn {
  switch (message.role) {
    case 'system':
    case 'developer':
      return { role: 'instruction', nativeRole: message.role, ...decodeTalk(message) };
    case 'user':
      return { role: 'user', ...decodeTalk(message) };
    case 'assistant':
      return decodeAssistant(message, legacy);
    case 'tool':
      return decodeResult(message, message.tool_call_id ?? '');
    case 'function':
      return decodeResult(message, legacy.close());
  }
}

function decodeTalk(message: TalkInput): Omit<Turn, 'role'> {
  const parts = decodeContent(message.content);
  return { parts, ...nameOf(message), ...keepExtras(message, talkFields) };
}

function nameOf({ name }: { readonly name?: string | null | undefined }): { name?: string } {
  return typeof name === 'string' ? { name } : {};
}

function decodeAssistant(message: AssistantInput, legacy: LegacyCalls): Turn {
  const reasoning = decodeClientReasoning(message);
  const signatures: readonly Part[] = reasoning.filter((part) => holdsOnly('thought', part));
  // A message lists its reasoning apart from its text; such a signature belongs to the text before it.
  const parts: Part[] = reasoning.filter((part) => !signatures.includes(part));
  parts.push(...decodeContent(message.content), ...signatures);
  parts.push(...decodeImages(message.images));
  if (message.refusal) parts.push({ type: 'refusal', text: message.refusal });
  for (const call of message.tool_calls ?? []) {
    parts.push({ ...decodeCall(call), ...decodeClientState(call) });
  }
  const old = message.function_call;
  if (old) {
    const { name, arguments: text } = old;
    parts.push({ type: 'call', id: legacy.open(), name, arguments: readArguments(text) });
  }
  return { role: 'assistant', parts, ...nameOf(message), ...keepExtras(message, assistantFields) };
}

function decodeResult(message: ToolMessageInput | FunctionMessageInput, callId: string): Turn {
  const content = decodeContent(message.content);
  const marks = message.role === 'tool' ? decodeCacheMark(message) : {};
  const result: ResultPart = { type: 'result', callId, content, ...marks };
  return { role: 'result', parts: [result], ...keepExtras(message, resultFields) };
}
