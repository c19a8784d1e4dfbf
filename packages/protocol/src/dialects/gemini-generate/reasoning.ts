// Reasoning and its provider state in generateContent bodies, for requests, replies and streams.
import { decodeBase64Url, encodeBase64Url } from '../../canonical/base64url.ts';
import {
  unwrapProviderState,
  wrapProviderState,
  type ProviderState,
} from '../../canonical/provider-state.ts';
import { parseJson } from '../../json/parse.ts';
import type { JsonValue } from '../../json/value.ts';
import { homeVendor } from './tables.ts';

/*
 * Provider state in this format is `thoughtSignature`, which may stand on a part of any kind. The field
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

/** Reasoning with the state that vouches for it. */
export interface SealedReasoning {
  readonly text: string;
  readonly providerState: ProviderState;
}

/** What a signature holds: the state of its own part, and reasoning that travels within it. */
export interface SignedState {
  readonly providerState?: ProviderState;
  readonly thoughts?: readonly SealedReasoning[];
}

/** The signature a caller sees: Google's own as it came, every other wrapped with its maker's name. */
export function encodeClientSignature(providerState: ProviderState): string {
  return isGenuine(providerState) ? providerState.data : toBytes(wrapProviderState(providerState));
}

/** True for state that the vendor of this format made. */
export function isGenuine({ vendor, kind }: ProviderState): boolean {
  return vendor === homeVendor && kind === 'thought';
}

/** Begins like every wrapped state, so that whoever looks for that finds this as well. */
const hiddenMarker = 'parley1-thought.';

/**
 * The signature of a part with which reasoning of other makers travels, text and state: clients keep
 * the signatures of calls, but not parts that hold nothing else.
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

/** State that is the very text beside it is not sent a second time. */
function withoutEcho(text: string, providerState: ProviderState): ProviderState {
  return providerState.kind === 'plain' && providerState.data === text
    ? { ...providerState, data: '' }
    : providerState;
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
  return { thoughts: sealed.flatMap(decodeSealedPair), ...(providerState && { providerState }) };
}

function decodeSealedPair(pair: JsonValue): SealedReasoning[] {
  const [text, wrapped] = Array.isArray(pair) ? pair : [];
  const providerState = typeof wrapped === 'string' ? unwrapProviderState(wrapped) : undefined;
  return providerState && typeof text === 'string' ? [{ text, providerState }] : [];
}

/** State that is the very text of the reasoning beside it becomes whole again. */
export function restoreEcho(
  text: string,
  providerState: ProviderState | undefined,
): ProviderState | undefined {
  return providerState?.kind === 'plain' && providerState.data === ''
    ? { ...providerState, data: text }
    : providerState;
}

/** Reads the signature of an upstream's own answer. */
export function decodeUpstreamSignature(
  signature: string,
  vendor: string,
): SignedState | undefined {
  return signature === ''
    ? undefined
    : { providerState: { vendor, kind: 'thought', data: signature } };
}

/** Restores the signature of a part for the vendor that made it. */
export function encodeUpstreamSignature(
  providerState: ProviderState | undefined,
  vendor: string,
): string | undefined {
  return providerState?.vendor === vendor && providerState.kind === 'thought'
    ? providerState.data
    : undefined;
}

/** The same for a call, whose signature Google's chat surface gives in the very same form. */
export function encodeUpstreamCallSignature(
  providerState: ProviderState | undefined,
  vendor: string,
): string | undefined {
  const isSigned = providerState?.kind === 'thought' || providerState?.kind === 'signature';
  return providerState?.vendor === vendor && isSigned ? providerState.data : undefined;
}

/** Reasoning of other makers, until a part goes out whose signature can take it along. */
export class HeldReasoning {
  #held: SealedReasoning[] = [];

  hold(thought: SealedReasoning): void {
    this.#held.push(thought);
  }

  /**
   * The signature of the next part, with everything that is held.
   * @param own the state of the part itself
   */
  seal(own?: ProviderState): string | undefined {
    const thoughts = this.#held;
    this.#held = [];
    if (thoughts.length > 0) return encodeSealedReasoning(thoughts, own);
    return own === undefined ? undefined : encodeClientSignature(own);
  }
}
