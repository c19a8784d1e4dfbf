// Decodes the content of Gemini generateContent requests, for the turns decoder.
import type { Extras } from '../../../canonical/dialect.ts';
import type { JsonObject } from '../../../json/value.ts';
import type { ProviderState } from '../../../canonical/provider-state.ts';
import type { CallPart, MediaPart, ServerPart, UnknownPart } from '../../../canonical/part.ts';
import { omitUndefined } from '../../../shared/omit-undefined.ts';
import { readableOf, type ReadableFields } from '../../../shared/readable.ts';
import { asExtras, isEmpty, otherFields, rawOf } from '../extras.ts';
import { decodeBlob, decodeFile } from './media.ts';
import type { CallInput, PartInput } from './content-schema.ts';
import type { Distance, SealedReasoning, SignedState } from '../reasoning.ts';
import { dialect } from '../tables.ts';
import { writeJson } from '../../../json/exact-number.ts';

/*
 * Replies arrive in parts that are split anywhere: one text in many parts, a signature on the part that it
 * authenticates or alone after it. A piece is the content of one wire part, before pieces are joined.
 */
export type Piece =
  | { readonly type: 'text'; readonly text: string; readonly extras?: Extras }
  /** `joins` is false for a signature that belongs to the text or media before it. */
  | {
      readonly type: 'reasoning';
      readonly text: string;
      readonly providerState?: ProviderState;
      readonly joins: boolean;
      readonly extras?: Extras;
    }
  /** Reasoning that was packed into the part before it and is moved back to its place. */
  | {
      readonly type: 'packed';
      readonly thoughts: readonly SealedReasoning[];
      readonly size?: Distance;
    }
  | { readonly type: 'call'; readonly call: CallPart }
  | {
      readonly type: 'whole';
      readonly part: MediaPart | ServerPart | UnknownPart;
      /** The media of a part that belongs to the reasoning. */
      readonly draft?: MediaPart;
    };

/** Fields of parts that the provider itself created and used. */
const serverFields = ['executableCode', 'codeExecutionResult', 'toolCall', 'toolResponse'] as const;

/** What those fields say (`@google/genai` 3.1.0 `Part`). */
const readableFields: Readonly<Record<(typeof serverFields)[number], ReadableFields>> = {
  executableCode: [['code', 'Code that was run']],
  codeExecutionResult: [
    ['outcome', 'Outcome of the code'],
    ['output', 'Output of the code'],
  ],
  toolCall: [
    ['toolType', 'Call of the tool'],
    ['args', 'Arguments of the tool'],
  ],
  toolResponse: [['response', 'Result of the tool']],
};

/** Reads one wire part; the caller, who knows the vendor, turns its signature into provider state. */
export function readPart(
  part: PartInput,
  toState: (signature: string) => SignedState | undefined,
): Piece[] {
  const { thoughts, providerState, size } = toState(part.thoughtSignature ?? '') ?? {};
  const pieces = readSigned(part, providerState);
  if (thoughts === undefined) return pieces;
  return [...pieces, { type: 'packed', thoughts, ...omitUndefined({ size }) }];
}

function readSigned(part: PartInput, providerState: ProviderState | undefined): Piece[] {
  // A piece without arguments is no call yet; further ones would bring them (`@google/genai` 3.3.0, `willContinue`).
  if (part.functionCall && (part.functionCall.args || part.functionCall['willContinue'] !== true)) {
    const state = providerState === undefined ? {} : { providerState };
    return [{ type: 'call', call: { ...readCall(part, part.functionCall), ...state } }];
  }
  const media = readMedia(part);
  if (media !== undefined && part.thought === true) {
    // Image models think in images, which are no output and which no other format has a place for.
    return [{ type: 'whole', part: { type: 'unknown', dialect, raw: rawOf(part) }, draft: media }];
  }
  if (media !== undefined) return [{ type: 'whole', part: media }, ...readSignature(providerState)];
  if (typeof part.text === 'string') return readText(part, part.text, providerState);
  const field = serverFields.find((name) => part[name]);
  if (field !== undefined) {
    const readable = readableOf(part[field] ?? {}, readableFields[field]);
    return [{ type: 'whole', part: { type: 'server', dialect, raw: rawOf(part), ...readable } }];
  }
  if (!isEmpty(otherFields(part, ['thought', 'thoughtSignature']))) {
    return [{ type: 'whole', part: { type: 'unknown', dialect, raw: rawOf(part) } }];
  }
  return readText(part, '', providerState);
}

function readText(
  part: PartInput,
  text: string,
  providerState: ProviderState | undefined,
): Piece[] {
  const extras = asExtras(otherFields(part, ['text', 'thought', 'thoughtSignature']));
  if (part.thought !== true) {
    const spoken: Piece[] = text === '' ? [] : [{ type: 'text', text, ...extras }];
    return [...spoken, ...readSignature(providerState)];
  }
  if (text === '' && providerState === undefined) return [];
  return [{ type: 'reasoning', text, joins: true, ...omitUndefined({ providerState }), ...extras }];
}

function readSignature(providerState: ProviderState | undefined): Piece[] {
  return providerState === undefined
    ? []
    : [{ type: 'reasoning', text: '', providerState, joins: false }];
}

const mediaFields = ['inlineData', 'fileData', 'thought', 'thoughtSignature', 'text'];

function readMedia(part: PartInput): MediaPart | undefined {
  const others = otherFields(part, mediaFields);
  if (part.inlineData) return decodeBlob(part.inlineData, others);
  return part.fileData ? decodeFile(part.fileData, others) : undefined;
}

const callPartFields = ['functionCall', 'thought', 'thoughtSignature'];

/** Extras have the fields of the part, and those of the call itself below `functionCall`. */
function readCall(part: PartInput, { id, name, args, ...others }: CallInput): CallPart {
  const functionCall = otherFields(others, []);
  return {
    type: 'call',
    id: id ?? '',
    name,
    arguments: writeJson(args ?? {}),
    ...asExtras({
      // Some servers send an empty text beside a call.
      ...otherFields({ ...part, text: part.text || null }, callPartFields),
      ...(!isEmpty(functionCall) && { functionCall }),
    }),
  };
}

/** True if a signature that arrived late authenticates the reasoning before it. */
export function vouchesFor(
  piece: Extract<Piece, { type: 'reasoning' }>,
  open: { readonly providerState?: ProviderState | undefined } | undefined,
): boolean {
  return piece.joins && open !== undefined && open.providerState === undefined && !isHidden(piece);
}

/** Hidden reasoning has no text to join. */
function isHidden({ text, providerState }: Extract<Piece, { type: 'reasoning' }>): boolean {
  return text === '' && providerState?.kind === 'redacted';
}

/** The fields with which raw parts of this dialect may be written back. */
export function ownRaw(part: ServerPart | UnknownPart): JsonObject | undefined {
  return part.dialect === dialect ? part.raw : undefined;
}
