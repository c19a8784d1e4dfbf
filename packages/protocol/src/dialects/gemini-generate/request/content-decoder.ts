import type { Extras } from '../../../canonical/dialect.ts';
import type { JsonObject } from '../../../json/value.ts';
import type { Opaque } from '../../../canonical/opaque.ts';
import type {
  CallPart,
  MediaPart,
  Part,
  ServerPart,
  UnknownPart,
} from '../../../canonical/part.ts';
import { asExtras, isEmpty, otherFields, rawOf } from '../extras.ts';
import { decodeBlob, decodeFile } from './media.ts';
import type { CallInput, PartInput } from './content-schema.ts';
import type { SignedState } from '../reasoning.ts';
import { dialect } from '../tables.ts';
import { writeJson } from '../../../json/exact-number.ts';

/*
 * Answers come in parts that are cut anywhere: a text in many parts, a signature on the part it
 * vouches for or alone behind it. A piece is what one wire part says, before pieces are joined.
 */
export type Piece =
  | { readonly type: 'text'; readonly text: string; readonly extras?: Extras }
  /** `joins` is false for a signature that belongs to the text or media before it. */
  | {
      readonly type: 'reasoning';
      readonly text: string;
      readonly opaque?: Opaque;
      readonly joins: boolean;
      /** Thinking that travelled with a later part, and leads its answer again. */
      readonly leads?: true;
    }
  | { readonly type: 'call'; readonly call: CallPart }
  | { readonly type: 'whole'; readonly part: MediaPart | ServerPart | UnknownPart };

/** Fields whose parts the provider made and took by itself. */
const serverFields = ['executableCode', 'codeExecutionResult', 'toolCall', 'toolResponse'] as const;

/** Reads one wire part; whoever knows the maker turns its signature into state. */
export function readPart(
  part: PartInput,
  toState: (signature: string) => SignedState | undefined,
): Piece[] {
  const { thoughts = [], opaque } = toState(part.thoughtSignature ?? '') ?? {};
  const sealed = thoughts.map(({ words, opaque: seal }): Piece => {
    return { type: 'reasoning', text: words, opaque: seal, joins: false, leads: true };
  });
  return [...sealed, ...readSigned(part, opaque)];
}

function readSigned(part: PartInput, opaque: Opaque | undefined): Piece[] {
  if (part.functionCall) {
    const state = opaque === undefined ? {} : { opaque };
    return [{ type: 'call', call: { ...readCall(part.functionCall), ...state } }];
  }
  const media = readMedia(part);
  if (media !== undefined) return [{ type: 'whole', part: media }, ...readSignature(opaque)];
  if (typeof part.text === 'string') return readText(part, part.text, opaque);
  if (serverFields.some((field) => part[field])) {
    return [{ type: 'whole', part: { type: 'server', dialect, raw: rawOf(part) } }];
  }
  if (!isEmpty(otherFields(part, ['thought', 'thoughtSignature']))) {
    return [{ type: 'whole', part: { type: 'unknown', dialect, raw: rawOf(part) } }];
  }
  return readText(part, '', opaque);
}

function readText(part: PartInput, text: string, opaque: Opaque | undefined): Piece[] {
  if (part.thought !== true) {
    const extras = asExtras(otherFields(part, ['text', 'thought', 'thoughtSignature']));
    const spoken: Piece[] = text === '' ? [] : [{ type: 'text', text, ...extras }];
    return [...spoken, ...readSignature(opaque)];
  }
  if (text === '' && opaque === undefined) return [];
  return [{ type: 'reasoning', text, joins: true, ...(opaque !== undefined && { opaque }) }];
}

function readSignature(opaque: Opaque | undefined): Piece[] {
  return opaque === undefined ? [] : [{ type: 'reasoning', text: '', opaque, joins: false }];
}

const mediaFields = ['inlineData', 'fileData', 'thought', 'thoughtSignature', 'text'];

function readMedia(part: PartInput): MediaPart | undefined {
  const others = otherFields(part, mediaFields);
  if (part.inlineData) return decodeBlob(part.inlineData, others);
  return part.fileData ? decodeFile(part.fileData, others) : undefined;
}

function readCall({ id, name, args, ...others }: CallInput): CallPart {
  return {
    type: 'call',
    id: id ?? '',
    name,
    arguments: writeJson(args ?? {}),
    ...asExtras(otherFields(others, [])),
  };
}

/** True when a signature that came late vouches for the thinking before it. */
export function vouchesFor(
  piece: Extract<Piece, { type: 'reasoning' }>,
  open: { readonly opaque?: Opaque | undefined } | undefined,
): boolean {
  return piece.joins && open !== undefined && open.opaque === undefined && !isHidden(piece);
}

/** Hidden thinking has no text to join. */
function isHidden({ text, opaque }: Extract<Piece, { type: 'reasoning' }>): boolean {
  return text === '' && opaque?.kind === 'redacted';
}

/** Joins pieces to parts: neighbouring texts to one text, thinking up to its signature to one part. */
export class PartList {
  readonly parts: Part[] = [];
  /** How many parts at the front travelled with later ones. */
  #leading = 0;

  add(piece: Piece): void {
    const last = this.parts.at(-1);
    if (piece.type === 'text') {
      const joins = last?.type === 'text' && !last.extras && !piece.extras;
      if (joins) this.#replaceLast({ ...last, text: last.text + piece.text });
      else this.parts.push(piece);
    } else if (piece.type === 'reasoning') {
      this.#addReasoning(piece);
    } else {
      this.parts.push(piece.type === 'call' ? piece.call : piece.part);
    }
  }

  #addReasoning(piece: Extract<Piece, { type: 'reasoning' }>): void {
    const { joins: _, leads, ...part } = piece;
    if (leads === true) {
      this.#addLeading(part);
      return;
    }
    const last = this.parts.at(-1);
    if (last?.type === 'reasoning' && vouchesFor(piece, last)) {
      this.#replaceLast({ ...last, ...part, text: last.text + part.text });
    } else {
      this.parts.push(part);
    }
  }

  /** Its words were shown as well, without their state: those that came before are the same. */
  #addLeading(part: Part): void {
    const others = this.parts.filter(({ type }, at) => at < this.#leading || type !== 'reasoning');
    others.splice(this.#leading, 0, part);
    this.parts.splice(0, this.parts.length, ...others);
    this.#leading += 1;
  }

  #replaceLast(part: Part): void {
    this.parts[this.parts.length - 1] = part;
  }
}

/** The fields that raw parts of this dialect may be written back with. */
export function ownRaw(part: ServerPart | UnknownPart): JsonObject | undefined {
  return part.dialect === dialect ? part.raw : undefined;
}
