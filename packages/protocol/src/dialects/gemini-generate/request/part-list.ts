// Joins the pieces of a Gemini generateContent reply to parts, for the turns decoder and the reply decoder.
import type { Part, ReasoningPart, TextPart } from '../../../canonical/part.ts';
import type { Distance, SealedReasoning } from '../reasoning.ts';
import { vouchesFor, type Piece } from './content-decoder.ts';

/** Joins neighbouring texts to one text, and reasoning up to its signature to one part. */
export class PartList {
  readonly parts: Part[] = [];
  /** The number of parts at the start that were packed into later ones. */
  #leading = 0;
  /** The number of parts up to the last one that carried packed reasoning. */
  #settled = 0;
  /** What was added, apart from reasoning. */
  #size: Distance = { parts: 0, text: 0 };

  add(piece: Piece): void {
    const last = this.parts.at(-1);
    const { parts, text } = this.#size;
    switch (piece.type) {
      case 'text': {
        const joins = last?.type === 'text' && !last.extras && !piece.extras;
        if (joins) this.#replaceLast({ ...last, text: last.text + piece.text });
        else this.parts.push(piece);
        this.#size = { parts, text: text + piece.text.length };
        return;
      }
      case 'reasoning':
        this.#addReasoning(piece);
        return;
      case 'packed':
        this.#unpack(piece);
        return;
      case 'call':
      case 'whole':
        this.parts.push(piece.type === 'call' ? piece.call : piece.part);
        this.#size = { parts: parts + 1, text };
    }
  }

  #addReasoning({ joins, ...part }: Extract<Piece, { type: 'reasoning' }>): void {
    const last = this.parts.at(-1);
    if (last?.type === 'reasoning' && vouchesFor({ ...part, joins }, last)) {
      this.#replaceLast({ ...last, ...part, text: last.text + part.text });
    } else {
      this.parts.push(part);
    }
  }

  /**
   * Moves packed reasoning to its place, unless the client has changed the reply. It replaces the reasoning after the
   * part that carried packed reasoning before it: that is the same text, shown to the client without its state.
   */
  #unpack({ thoughts, size }: Extract<Piece, { type: 'packed' }>): void {
    const start = Math.max(0, this.#settled - 1);
    const later = this.parts.splice(start).filter(({ type }, at) => {
      return type !== 'reasoning' || start + at < this.#settled;
    });
    const between = thoughts.filter(isPlaced);
    const isUnchanged = size?.parts === this.#size.parts && size.text === this.#size.text;
    const placed = isUnchanged ? placeThoughts(later, between) : undefined;
    for (const part of placed ?? [...later, ...between.map(withoutState)]) this.parts.push(part);
    for (const thought of thoughts) {
      if (!isPlaced(thought)) this.parts.splice(this.#leading++, 0, toPart(thought));
    }
    this.#settled = this.parts.length;
  }

  #replaceLast(part: Part): void {
    this.parts[this.parts.length - 1] = part;
  }
}

type PlacedReasoning = SealedReasoning & { readonly toEnd: Distance };

function isPlaced(thought: SealedReasoning): thought is PlacedReasoning {
  return thought.toEnd !== undefined;
}

function toPart({ text, providerState }: SealedReasoning): ReasoningPart {
  return { type: 'reasoning', text, providerState };
}

/** Encoders leave reasoning without state out, with a note: its vendor accepts it only in its place. */
function withoutState({ text }: SealedReasoning): ReasoningPart {
  return { type: 'reasoning', text };
}

/**
 * Puts reasoning between the parts of a reply, as late as its distance to the end allows; `undefined` if a
 * distance is longer than the parts.
 */
function placeThoughts(
  parts: readonly Part[],
  thoughts: readonly PlacedReasoning[],
): Part[] | undefined {
  const before = [...parts];
  const waiting = [...thoughts];
  /** What follows the point that was reached, from the last part to the first. */
  const after: Part[] = [];
  const passed = { parts: 0, text: 0 };
  for (let next = waiting.at(-1); next !== undefined; next = waiting.at(-1)) {
    const isHere = next.toEnd.parts === passed.parts && next.toEnd.text === passed.text;
    if (isHere) {
      waiting.pop();
      after.push(toPart(next));
      continue;
    }
    const part = before.pop();
    if (part === undefined) break;
    if (part.type === 'text') {
      const wanted = next.toEnd.parts === passed.parts ? next.toEnd.text - passed.text : 0;
      const [head, tail] = divide(part, wanted);
      if (head !== undefined) before.push(head);
      after.push(tail);
      passed.text += tail.text.length;
    } else {
      if (part.type !== 'reasoning') passed.parts += 1;
      after.push(part);
    }
  }
  return waiting.length === 0 ? [...before, ...after.reverse()] : undefined;
}

/** Divides a text before its last `length` code units, if it is longer. */
function divide(part: TextPart, length: number): [head: TextPart | undefined, tail: TextPart] {
  const at = part.text.length - length;
  if (length <= 0 || at <= 0) return [undefined, part];
  const tail = { type: 'text', text: part.text.slice(at) } as const;
  return [{ ...part, text: part.text.slice(0, at) }, tail];
}
