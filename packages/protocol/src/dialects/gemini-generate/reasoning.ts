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

/** Reasoning with the state that authenticates it. */
export interface SealedReasoning {
  readonly text: string;
  readonly providerState: ProviderState;
}

/** What a signature contains: the state of its own part, and reasoning packed with it. */
export interface SignedState {
  readonly providerState?: ProviderState;
  readonly thoughts?: readonly SealedReasoning[];
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
 * @param own the state of the part itself
 */
export function encodeSealedReasoning(
  thoughts: readonly SealedReasoning[],
  own?: ProviderState,
): string {
  const sealed = thoughts.map(({ text, providerState }) => [
    text,
    wrapProviderState(withoutEcho(text, providerState)),
  ]);
  const packed = [sealed, own === undefined ? null : wrapProviderState(own)];
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
  const [sealed, wrapped] = Array.isArray(packed) ? packed : [];
  if (!Array.isArray(sealed)) return undefined;
  const providerState = typeof wrapped === 'string' ? unwrapProviderState(wrapped) : undefined;
  return { thoughts: sealed.flatMap(decodeSealedPair), ...omitUndefined({ providerState }) };
}

function decodeSealedPair(pair: JsonValue): SealedReasoning[] {
  const [text, wrapped] = Array.isArray(pair) ? pair : [];
  const providerState = typeof wrapped === 'string' ? unwrapProviderState(wrapped) : undefined;
  return providerState && typeof text === 'string' ? [{ text, providerState }] : [];
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
  #held: SealedReasoning[] = [];

  hold(thought: SealedReasoning): void {
    this.#held.push(thought);
  }

  /**
   * Returns the signature of the next part, including everything that is held.
   * @param own the state of the part itself
   */
  seal(own?: ProviderState): string | undefined {
    const thoughts = this.#held;
    this.#held = [];
    if (thoughts.length > 0) return encodeSealedReasoning(thoughts, own);
    return own === undefined ? undefined : encodeClientSignature(own);
  }
}
