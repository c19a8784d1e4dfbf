import { unwrapOpaque, wrapOpaque, type Opaque } from '../../canonical/opaque.ts';
import type { ReasoningPart } from '../../canonical/part.ts';
import { homeVendor } from './tables.ts';
import type {
  RedactedThinkingBlock,
  RedactedThinkingParam,
  ThinkingBlock,
  ThinkingParam,
} from './types.ts';

/*
 * Opaque state in this format lives in `thinking.signature` and `redacted_thinking.data`. State of
 * other makers travels through our callers in the same slots, wrapped so that it names its maker:
 * - a thinking block: wrapped signature;
 * - a redacted block with wrapped `redacted` state: hidden reasoning of another maker;
 * - a redacted block with any other wrapped state: what belongs to the call behind it.
 */

/** Stands for reasoning that came without state: clients drop thinking that has no signature. */
const nobody: Opaque = { vendor: '', kind: 'plain', data: '' };

/** Reads a slot a caller echoed: wrapped state names its maker, a bare one is the format's own. */
function readEcho(data: string, kind: 'signature' | 'redacted'): Opaque | undefined {
  if (data === '') return undefined;
  const foreign = unwrapOpaque(data);
  if (foreign === undefined) return { vendor: homeVendor, kind, data };
  return foreign.vendor === '' ? undefined : foreign;
}

function reasoning(text: string, opaque: Opaque | undefined): ReasoningPart {
  return { type: 'reasoning', text, ...(opaque !== undefined && { opaque }) };
}

/** Reads a thinking block of a caller's history. */
export function decodeThinkingEcho(text: string, signature: string): ReasoningPart {
  return reasoning(text, readEcho(signature, 'signature'));
}

/** Reads a redacted block of a caller's history: reasoning, or the state of the call behind it. */
export function decodeRedactedEcho(data: string): ReasoningPart | { readonly ofCall: Opaque } {
  const opaque = readEcho(data, 'redacted');
  if (opaque === undefined || opaque.kind === 'redacted') return reasoning('', opaque);
  return { ofCall: opaque };
}

/** Reads the signature of an upstream's own thinking. */
export function signatureOf(vendor: string, data: string): Opaque | undefined {
  return data === '' ? undefined : { vendor, kind: 'signature', data };
}

/** Reads an upstream's own redacted thinking. */
export function redactedOf(vendor: string, data: string): Opaque {
  return { vendor, kind: 'redacted', data };
}

/** Writes reasoning for the upstream that made it; nothing when it is another's or unsigned. */
export function encodeReasoningParam(
  part: ReasoningPart,
  vendor: string,
): ThinkingParam | RedactedThinkingParam | undefined {
  const { opaque } = part;
  if (opaque === undefined || opaque.vendor !== vendor) return undefined;
  if (opaque.kind === 'redacted') return { type: 'redacted_thinking', data: opaque.data };
  if (opaque.kind !== 'signature') return undefined;
  return { type: 'thinking', thinking: part.text, signature: opaque.data };
}

/** The signature a caller sees: the genuine one, or foreign state wrapped; never empty. */
export function encodeSignature(opaque: Opaque | undefined): string {
  const genuine = opaque?.vendor === homeVendor && opaque.kind === 'signature';
  return genuine ? opaque.data : wrapOpaque(opaque ?? nobody);
}

/** True for reasoning that is nothing but hidden state. */
export function isRedacted(text: string, opaque: Opaque | undefined): opaque is Opaque {
  return text === '' && opaque?.kind === 'redacted';
}

export function encodeRedacted(opaque: Opaque): RedactedThinkingBlock {
  const data = opaque.vendor === homeVendor ? opaque.data : wrapOpaque(opaque);
  return { type: 'redacted_thinking', data };
}

/** Writes the state of a call as the block that stands before it. */
export function encodeCallState(opaque: Opaque): RedactedThinkingBlock {
  return { type: 'redacted_thinking', data: wrapOpaque(opaque) };
}

/** Writes reasoning for a caller. */
export function encodeReasoning(part: ReasoningPart): ThinkingBlock | RedactedThinkingBlock {
  if (isRedacted(part.text, part.opaque)) return encodeRedacted(part.opaque);
  return { type: 'thinking', thinking: part.text, signature: encodeSignature(part.opaque) };
}
