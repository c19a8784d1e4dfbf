// Reasoning and its provider state in messages bodies, for requests, replies and streams.
import {
  unwrapProviderState,
  wrapProviderState,
  type ProviderState,
} from '../../canonical/provider-state.ts';
import type { ReasoningPart } from '../../canonical/part.ts';
import { homeVendor } from './tables.ts';
import type { RedactedThinkingBlock, ThinkingBlock } from './types.ts';

/*
 * Provider state in this format lives in `thinking.signature` and `redacted_thinking.data`. State of
 * other makers travels through our callers in the same slots, wrapped so that it names its maker:
 * - a reasoning block: wrapped signature;
 * - a redacted block with wrapped `redacted` state: hidden reasoning of another maker;
 * - a redacted block with any other wrapped state: what belongs to the call behind it.
 */

/** Stands for reasoning that came without state: clients drop reasoning that has no signature. */
const nobody: ProviderState = { vendor: '', kind: 'plain', data: '' };

/** Reads a slot a caller echoed: wrapped state names its maker, a bare one is the format's own. */
function readEcho(data: string, kind: 'signature' | 'redacted'): ProviderState | undefined {
  if (data === '') return undefined;
  const foreign = unwrapProviderState(data);
  if (foreign === undefined) return { vendor: homeVendor, kind, data };
  return foreign.vendor === '' ? undefined : foreign;
}

function reasoning(text: string, providerState: ProviderState | undefined): ReasoningPart {
  return { type: 'reasoning', text, ...(providerState !== undefined && { providerState }) };
}

/** Reads a reasoning block of a caller's history. */
export function decodeThinkingEcho(text: string, signature: string): ReasoningPart {
  return reasoning(text, readEcho(signature, 'signature'));
}

/** Reads a redacted block of a caller's history: reasoning, or the state of the call behind it. */
export function decodeRedactedEcho(
  data: string,
): ReasoningPart | { readonly ofCall: ProviderState } {
  const providerState = readEcho(data, 'redacted');
  if (providerState === undefined || providerState.kind === 'redacted')
    return reasoning('', providerState);
  return { ofCall: providerState };
}

/** Reads the signature of an upstream's own reasoning. */
export function signatureOf(vendor: string, data: string): ProviderState | undefined {
  return data === '' ? undefined : { vendor, kind: 'signature', data };
}

/** Reads an upstream's own redacted reasoning. */
export function redactedOf(vendor: string, data: string): ProviderState {
  return { vendor, kind: 'redacted', data };
}

/** Writes reasoning for the upstream that made it; nothing when it is another's or unsigned. */
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

/** The signature a caller sees: the genuine one, or foreign state wrapped; never empty. */
export function encodeSignature(providerState: ProviderState | undefined): string {
  const genuine = providerState?.vendor === homeVendor && providerState.kind === 'signature';
  return genuine ? providerState.data : wrapProviderState(providerState ?? nobody);
}

/** True for reasoning that is nothing but hidden state. */
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

/** Writes the state of a call as the block that stands before it. */
export function encodeCallState(providerState: ProviderState): RedactedThinkingBlock {
  return { type: 'redacted_thinking', data: wrapProviderState(providerState) };
}

/** Writes reasoning for a caller. */
export function encodeReasoning(part: ReasoningPart): ThinkingBlock | RedactedThinkingBlock {
  if (isRedacted(part.text, part.providerState)) return encodeRedacted(part.providerState);
  return { type: 'thinking', thinking: part.text, signature: encodeSignature(part.providerState) };
}
