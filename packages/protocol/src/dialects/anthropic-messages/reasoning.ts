// Reasoning and its provider state in Anthropic Messages bodies, for requests, replies and streams.
import {
  unwrapProviderState,
  wrapProviderState,
  type ProviderState,
} from '../../canonical/provider-state.ts';
import type { ReasoningPart } from '../../canonical/part.ts';
import { omitUndefined } from '../../shared/omit-undefined.ts';
import { homeVendor } from './tables.ts';
import type { RedactedThinkingBlock, ThinkingBlock } from './types.ts';

/*
 * Provider state in this format is in `thinking.signature` and `redacted_thinking.data`. State of other
 * vendors is sent to clients in the same slots, wrapped with the name of its vendor:
 * - a reasoning block: wrapped signature;
 * - a redacted block with wrapped `redacted` state: hidden reasoning of another vendor;
 * - a redacted block with any other wrapped state: the state of the call after it.
 */

/** Replaces missing state: clients drop reasoning without a signature. */
const nobody: ProviderState = { vendor: '', kind: 'plain', data: '' };

/**
 * Reads a state slot that a client echoed: wrapped state names its vendor, bare state is of the format's own
 * vendor.
 */
function readEcho(data: string, kind: 'signature' | 'redacted'): ProviderState | undefined {
  if (data === '') return undefined;
  const foreign = unwrapProviderState(data);
  if (foreign === undefined) return { vendor: homeVendor, kind, data };
  return foreign.vendor === '' ? undefined : foreign;
}

function reasoning(text: string, providerState: ProviderState | undefined): ReasoningPart {
  return { type: 'reasoning', text, ...omitUndefined({ providerState }) };
}

/** Decodes a reasoning block in a client's history. */
export function decodeThinkingEcho(text: string, signature: string): ReasoningPart {
  return reasoning(text, readEcho(signature, 'signature'));
}

/** Decodes a redacted block in a client's history: reasoning, or the state of the call after it. */
export function decodeRedactedEcho(
  data: string,
): ReasoningPart | { readonly ofCall: ProviderState } {
  const providerState = readEcho(data, 'redacted');
  if (providerState === undefined || providerState.kind === 'redacted')
    return reasoning('', providerState);
  return { ofCall: providerState };
}

/** Decodes the signature of an upstream's reasoning. */
export function signatureOf(vendor: string, data: string): ProviderState | undefined {
  return data === '' ? undefined : { vendor, kind: 'signature', data };
}

/** Decodes an upstream's redacted reasoning. */
export function redactedOf(vendor: string, data: string): ProviderState {
  return { vendor, kind: 'redacted', data };
}

/** Encodes reasoning for the upstream that created it; nothing if another vendor did or it is unsigned. */
export function encodeReasoningParam(
  part: ReasoningPart,
  vendor: string,
): ThinkingBlock | RedactedThinkingBlock | undefined {
  const { providerState } = part;
  if (providerState === undefined || providerState.vendor !== vendor) return undefined;
  if (providerState.kind === 'redacted')
    return { type: 'redacted_thinking', data: providerState.data };
  if (providerState.kind !== 'signature') return undefined;
  return { type: 'thinking', thinking: part.text, signature: providerState.data };
}

/** The signature for a client: the original one, or the state of another vendor wrapped; never empty. */
export function encodeSignature(providerState: ProviderState | undefined): string {
  const genuine = providerState?.vendor === homeVendor && providerState.kind === 'signature';
  return genuine ? providerState.data : wrapProviderState(providerState ?? nobody);
}

/** True for reasoning that consists only of hidden state. */
export function isRedacted(
  text: string,
  providerState: ProviderState | undefined,
): providerState is ProviderState {
  return text === '' && providerState?.kind === 'redacted';
}

export function encodeRedacted(providerState: ProviderState): RedactedThinkingBlock {
  const data =
    providerState.vendor === homeVendor ? providerState.data : wrapProviderState(providerState);
  return { type: 'redacted_thinking', data };
}

/** Encodes the state of a call as the block that precedes it. */
export function encodeCallState(providerState: ProviderState): RedactedThinkingBlock {
  return { type: 'redacted_thinking', data: wrapProviderState(providerState) };
}

/** Encodes reasoning for a client. */
export function encodeReasoning(part: ReasoningPart): ThinkingBlock | RedactedThinkingBlock {
  if (isRedacted(part.text, part.providerState)) return encodeRedacted(part.providerState);
  return { type: 'thinking', thinking: part.text, signature: encodeSignature(part.providerState) };
}
