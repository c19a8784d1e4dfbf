// Reasoning and its provider state in Gemini generateContent bodies, for requests, replies and streams.
import { decodeBase64Url, encodeBase64Url } from '../../canonical/base64url.ts';
import {
  unwrapProviderState,
  wrapProviderState,
  type ProviderState,
} from '../../canonical/provider-state.ts';
import { parseJson } from '../../json/parse.ts';
import type { JsonValue } from '../../json/value.ts';
import { omitUndefined } from '../../shared/omit-undefined.ts';
import { homeVendor } from './tables.ts';
import type { WirePart } from './types.ts';

/*
 * Provider state in this format is `thoughtSignature`, which may be on a part of any type. The field has the
 * type `bytes`: clients in Python and Go decode it, and reject a reply in which it is not base64. So state of
 * other vendors is wrapped and then encoded as base64; when a client sends it back, its alphabet or its
 * padding may have changed.
 */

/**
 * Replaces the signature that the history of another vendor does not have (Google's page on thought
 * signatures).
 */
export const placeholder = 'skip_thought_signature_validator';

/** The other documented placeholder. */
const otherPlaceholder = 'context_engineering_is_the_way_to_go';

/** What a reply contains between two points, apart from reasoning. */
export interface Distance {
  /** The number of parts that are not text. */
  readonly parts: number;
  /** The length of the text, in UTF-16 code units. */
  readonly text: number;
}

/** Reasoning with the state that authenticates it. */
export interface SealedReasoning {
  readonly text: string;
  readonly providerState: ProviderState;
  /** The distance to the end of the part that carries it; absent at the start of the reply. */
  readonly toEnd?: Distance;
}

/** What a signature contains: the state of its own part, and reasoning packed with it. */
export interface SignedState {
  readonly providerState?: ProviderState;
  readonly thoughts?: readonly SealedReasoning[];
  /** What the reply contains up to the end of the part; absent if all reasoning stands at the start. */
  readonly size?: Distance;
}

/** The signature for a client: Google's own unchanged, any other wrapped with the name of its vendor. */
export function encodeClientSignature(providerState: ProviderState): string {
  return isGenuine(providerState) ? providerState.data : toBytes(wrapProviderState(providerState));
}

/** True for state that the vendor of this format created. */
export function isGenuine({ vendor, kind }: ProviderState): boolean {
  return vendor === homeVendor && kind === 'thought';
}

/** Starts like every wrapped state, so that `mayHoldWrappedProviderState` finds it as well. */
const hiddenMarker = 'parley1-thought.';

/**
 * The signature of a part, with the reasoning of other vendors packed into it, text and state: clients keep
 * the signatures of calls, but not parts that contain nothing else.
 */
export function encodeSealedReasoning({
  thoughts = [],
  providerState: own,
  size,
}: SignedState): string {
  const sealed = thoughts.map(({ text, providerState, toEnd }) => [
    text,
    wrapProviderState(withoutEcho(text, providerState)),
    ...(toEnd === undefined ? [] : [toEnd.parts, toEnd.text]),
  ]);
  const packed = [
    sealed,
    own === undefined ? null : wrapProviderState(own),
    ...(size === undefined ? [] : [size.parts, size.text]),
  ];
  return toBytes(hiddenMarker + encodeBase64Url(JSON.stringify(packed)));
}

/** State that equals the text beside it is not sent a second time. */
function withoutEcho(text: string, providerState: ProviderState): ProviderState {
  return providerState.kind === 'plain' && providerState.data === text
    ? { ...providerState, data: '' }
    : providerState;
}

/** Text as base64 with padding, which stricter parsers require. */
function toBytes(text: string): string {
  const encoded = encodeBase64Url(text);
  return encoded.padEnd(Math.ceil(encoded.length / 4) * 4, '=');
}

/** Decodes a signature that a client echoes; a placeholder means that there is none. */
export function decodeClientSignature(signature: string): SignedState | undefined {
  if (signature === '' || signature === placeholder || signature === otherPlaceholder) {
    return undefined;
  }
  const packed = decodeBase64Url(signature) ?? '';
  if (packed.startsWith(hiddenMarker)) return decodeSealed(packed.slice(hiddenMarker.length));
  const providerState = unwrapProviderState(packed);
  return {
    providerState: providerState ?? { vendor: homeVendor, kind: 'thought', data: signature },
  };
}

function decodeSealed(encoded: string): SignedState | undefined {
  const packed = parseJson(decodeBase64Url(encoded) ?? '');
  const [sealed, wrapped, parts, length] = Array.isArray(packed) ? packed : [];
  if (!Array.isArray(sealed)) return undefined;
  const providerState = typeof wrapped === 'string' ? unwrapProviderState(wrapped) : undefined;
  const size = decodeDistance(parts, length);
  return { thoughts: sealed.flatMap(decodeThought), ...omitUndefined({ providerState, size }) };
}

function decodeDistance(parts: unknown, text: unknown): Distance | undefined {
  return typeof parts === 'number' && typeof text === 'number' ? { parts, text } : undefined;
}

function decodeThought(packed: JsonValue): SealedReasoning[] {
  const [text, wrapped, parts, length] = Array.isArray(packed) ? packed : [];
  const providerState = typeof wrapped === 'string' ? unwrapProviderState(wrapped) : undefined;
  if (providerState === undefined || typeof text !== 'string') return [];
  return [{ text, providerState, ...omitUndefined({ toEnd: decodeDistance(parts, length) }) }];
}

/** Restores state that equals the reasoning text beside it. */
export function restoreEcho(
  text: string,
  providerState: ProviderState | undefined,
): ProviderState | undefined {
  return providerState?.kind === 'plain' && providerState.data === ''
    ? { ...providerState, data: text }
    : providerState;
}

/** Decodes the signature of an upstream's reply. */
export function decodeUpstreamSignature(
  signature: string,
  vendor: string,
): SignedState | undefined {
  return signature === ''
    ? undefined
    : { providerState: { vendor, kind: 'thought', data: signature } };
}

/** Restores the signature of a part for the vendor that created it. */
export function encodeUpstreamSignature(
  providerState: ProviderState | undefined,
  vendor: string,
): string | undefined {
  return providerState?.vendor === vendor && providerState.kind === 'thought'
    ? providerState.data
    : undefined;
}

/** Like `encodeUpstreamSignature`, for a call, whose signature has the same form on Google's chat surface. */
export function encodeUpstreamCallSignature(
  providerState: ProviderState | undefined,
  vendor: string,
): string | undefined {
  const isSigned = providerState?.kind === 'thought' || providerState?.kind === 'signature';
  return providerState?.vendor === vendor && isSigned ? providerState.data : undefined;
}

/** Reasoning of other vendors, held until a part is written whose signature can carry it. */
export class HeldReasoning {
  #held: (SealedReasoning & { readonly from: Distance })[] = [];
  #written: Distance = { parts: 0, text: 0 };

  hold(thought: SealedReasoning): void {
    this.#held.push({ ...thought, from: this.#written });
  }

  /** Counts parts that were written, so that reasoning keeps its place between them. */
  count(written: readonly WirePart[]): void {
    for (const part of written) {
      const { parts, text } = this.#written;
      const isThought = 'thought' in part && part.thought === true;
      const spoken = 'text' in part && typeof part.text === 'string' ? part.text : undefined;
      if (spoken === undefined) this.#written = { parts: parts + 1, text };
      else if (!isThought) this.#written = { parts, text: text + spoken.length };
    }
  }

  /**
   * Returns the signature of the next part, a call, including everything that is held.
   * @param own the state of the call itself
   */
  sealCall(own?: ProviderState): string | undefined {
    const { parts, text } = this.#written;
    const signature = this.#seal({ parts: parts + 1, text }, own);
    return signature ?? (own === undefined ? undefined : encodeClientSignature(own));
  }

  /** Returns the signature of the part that was written last, with everything that is held. */
  sealLast(): string | undefined {
    return this.#seal(this.#written);
  }

  #seal(size: Distance, own?: ProviderState): string | undefined {
    const held = this.#held.splice(0);
    if (held.length === 0) return undefined;
    const thoughts = held.map(({ from, ...thought }) => {
      if (from.parts === 0 && from.text === 0) return thought;
      return { ...thought, toEnd: { parts: size.parts - from.parts, text: size.text - from.text } };
    });
    const isPlaced = thoughts.some((thought) => 'toEnd' in thought);
    return encodeSealedReasoning({
      thoughts,
      ...omitUndefined({ providerState: own, size: isPlaced ? size : undefined }),
    });
  }
}
