import { decodeBase64Url, encodeBase64Url } from '../../canonical/base64url.ts';
import { unwrapOpaque, wrapOpaque, type Opaque } from '../../canonical/opaque.ts';
import { parseJson } from '../../json/parse.ts';
import type { JsonValue } from '../../json/value.ts';
import { homeVendor } from './tables.ts';

/*
 * Opaque state in this format is `thoughtSignature`, which may stand on a part of any kind. The field
 * has the type `bytes`: clients in Python and Go decode it, and refuse an answer in which it is no
 * base64. So state of other makers is wrapped and then written as base64; on the way home a client
 * may have changed its alphabet or its padding.
 */

/**
 * What stands for a signature that a history of another maker does not have
 * (Google's page on thought signatures).
 */
export const placeholder = 'skip_thought_signature_validator';

/** The other documented placeholder. */
const otherPlaceholder = 'context_engineering_is_the_way_to_go';

/** Thinking with the state that vouches for it. */
export interface SealedReasoning {
  readonly words: string;
  readonly opaque: Opaque;
}

/** What a signature says: the state of its own part, and thinking that travels within it. */
export interface SignedState {
  readonly opaque?: Opaque;
  readonly thoughts?: readonly SealedReasoning[];
}

/** The signature a caller sees: Google's own as it came, every other wrapped with its maker's name. */
export function encodeClientSignature(opaque: Opaque): string {
  return isGenuine(opaque) ? opaque.data : toBytes(wrapOpaque(opaque));
}

/** True for state that the vendor of this format made. */
export function isGenuine({ vendor, kind }: Opaque): boolean {
  return vendor === homeVendor && kind === 'thought';
}

/** Begins like every wrapped state, so that whoever looks for that finds this as well. */
const hiddenMarker = 'parley1-thought.';

/**
 * The signature of a part with which thinking of other makers travels, words and state: clients keep
 * the signatures of calls, but not parts that hold nothing else.
 * @param own the state of the part itself
 */
export function encodeSealedReasoning(thoughts: readonly SealedReasoning[], own?: Opaque): string {
  const sealed = thoughts.map(({ words, opaque }) => [
    words,
    wrapOpaque(withoutEcho(words, opaque)),
  ]);
  const packed = [sealed, own === undefined ? null : wrapOpaque(own)];
  return toBytes(hiddenMarker + encodeBase64Url(JSON.stringify(packed)));
}

/** State that is the very words beside it is not sent a second time. */
function withoutEcho(words: string, opaque: Opaque): Opaque {
  return opaque.kind === 'plain' && opaque.data === words ? { ...opaque, data: '' } : opaque;
}

/** Text as base64, padded as the stricter readers want it. */
function toBytes(text: string): string {
  const encoded = encodeBase64Url(text);
  return encoded.padEnd(Math.ceil(encoded.length / 4) * 4, '=');
}

/** Reads the signature a caller echoes; a placeholder says that there is none. */
export function decodeClientSignature(signature: string): SignedState | undefined {
  if (signature === '' || signature === placeholder || signature === otherPlaceholder) {
    return undefined;
  }
  const packed = decodeBase64Url(signature) ?? '';
  if (packed.startsWith(hiddenMarker)) return decodeSealed(packed.slice(hiddenMarker.length));
  const opaque = unwrapOpaque(packed);
  return { opaque: opaque ?? { vendor: homeVendor, kind: 'thought', data: signature } };
}

function decodeSealed(encoded: string): SignedState | undefined {
  const packed = parseJson(decodeBase64Url(encoded) ?? '');
  const [sealed, wrapped] = Array.isArray(packed) ? packed : [];
  if (!Array.isArray(sealed)) return undefined;
  const opaque = typeof wrapped === 'string' ? unwrapOpaque(wrapped) : undefined;
  return { thoughts: sealed.flatMap(decodeSealedPair), ...(opaque && { opaque }) };
}

function decodeSealedPair(pair: JsonValue): SealedReasoning[] {
  const [words, wrapped] = Array.isArray(pair) ? pair : [];
  const opaque = typeof wrapped === 'string' ? unwrapOpaque(wrapped) : undefined;
  return opaque && typeof words === 'string' ? [{ words, opaque }] : [];
}

/** State that is the very words of the thinking beside it becomes whole again. */
export function restoreEcho(words: string, opaque: Opaque | undefined): Opaque | undefined {
  return opaque?.kind === 'plain' && opaque.data === '' ? { ...opaque, data: words } : opaque;
}

/** Reads the signature of an upstream's own answer. */
export function decodeUpstreamSignature(
  signature: string,
  vendor: string,
): SignedState | undefined {
  return signature === '' ? undefined : { opaque: { vendor, kind: 'thought', data: signature } };
}

/** Restores the signature of a part for the vendor that made it. */
export function encodeUpstreamSignature(
  opaque: Opaque | undefined,
  vendor: string,
): string | undefined {
  return opaque?.vendor === vendor && opaque.kind === 'thought' ? opaque.data : undefined;
}

/** The same for a call, whose signature Google's chat surface gives in the very same form. */
export function encodeUpstreamCallSignature(
  opaque: Opaque | undefined,
  vendor: string,
): string | undefined {
  const isSigned = opaque?.kind === 'thought' || opaque?.kind === 'signature';
  return opaque?.vendor === vendor && isSigned ? opaque.data : undefined;
}

/** Thinking of other makers, until a part goes out whose signature can take it along. */
export class HeldReasoning {
  #held: SealedReasoning[] = [];

  hold(thought: SealedReasoning): void {
    this.#held.push(thought);
  }

  /**
   * The signature of the next part, with everything that is held.
   * @param own the state of the part itself
   */
  seal(own?: Opaque): string | undefined {
    const thoughts = this.#held;
    this.#held = [];
    if (thoughts.length > 0) return encodeSealedReasoning(thoughts, own);
    return own === undefined ? undefined : encodeClientSignature(own);
  }
}
