// Requests JSON in a form that the upstream accepts, for the request encoder of Chat Completions.
import type { NoteBook } from '../../../canonical/note.ts';
import type { CanonicalRequest } from '../../../canonical/request.ts';
import type { Profile } from '../../../profiles/profile.ts';
import {
  jsonInstruction,
  mentionsJson,
  needsWord,
  schemaInstruction,
} from '../../../shared/openai/json-instruction.ts';
import type { ChatInstructionMessage, ChatMessage } from '../types.ts';

/** A request for what the upstream accepts, and the instruction that asks for the rest. */
interface JsonRequest {
  readonly request: CanonicalRequest;
  readonly instruction?: string;
}

/** Replaces an output format that the upstream rejects by the nearest that it accepts. */
export function fitOutputFormat(
  request: CanonicalRequest,
  profile: Profile,
  notes: NoteBook,
): JsonRequest {
  const { outputFormat: format, ...others } = request;
  if (format === undefined) return { request };
  const accepted = acceptedOutput(request, profile);
  if (accepted === 'any' || accepted === (format.type === 'json' ? 'object' : 'schema')) {
    return { request };
  }
  if (accepted === 'schema') {
    notes.approximated(
      'outputFormat',
      'JSON is given only by a schema, so that of any object is sent.',
    );
    return { request: { ...others, outputFormat: { type: 'schema', schema: { type: 'object' } } } };
  }
  notes.approximated(format.type === 'json' ? 'outputFormat' : 'outputFormat.schema', asksForIt);
  if (format.type === 'json') return { request: others, instruction: jsonInstruction };
  const instruction = schemaInstruction(format);
  if (accepted === 'none') return { request: others, instruction };
  return { request: { ...others, outputFormat: { type: 'json' } }, instruction };
}

const asksForIt = 'The upstream cannot be bound to it here, so the instructions ask for it.';

function acceptedOutput({ tools }: CanonicalRequest, profile: Profile): Profile['jsonOutput'] {
  const isBesideTools = tools.some(({ kind }) => kind !== 'server');
  return isBesideTools && !profile.jsonBesideTools ? 'none' : profile.jsonOutput;
}

/** Adds the instruction that the output format needs; any JSON needs at least the word. */
export function askForJson(
  messages: ChatMessage[],
  { request, instruction }: JsonRequest,
  { role, notes }: { readonly role: ChatInstructionMessage['role']; readonly notes: NoteBook },
): ChatMessage[] {
  if (instruction !== undefined) return addInstruction(messages, instruction, role);
  const needed = request.outputFormat?.type === 'json' && !mentionsJson(textsOf(messages));
  if (!needed) return messages;
  notes.defaulted('outputFormat', needsWord);
  return addInstruction(messages, jsonInstruction, role);
}

function* textsOf(messages: readonly ChatMessage[]): Iterable<string> {
  for (const { content } of messages) {
    if (typeof content === 'string') yield content;
    else for (const part of content ?? []) if (part.type === 'text') yield part.text;
  }
}

/** Adds to the first instructions, because some servers accept only one such message. */
function addInstruction(
  messages: readonly ChatMessage[],
  text: string,
  role: ChatInstructionMessage['role'],
): ChatMessage[] {
  const [first, ...others] = messages;
  if (first?.role !== 'system' && first?.role !== 'developer') {
    return [{ role, content: text }, ...messages];
  }
  const { content } = first;
  const whole = typeof content === 'string' ? `${content}\n\n${text}` : [...content, part(text)];
  return [{ ...first, content: whole }, ...others];
}

function part(text: string) {
  return { type: 'text', text } as const;
}
