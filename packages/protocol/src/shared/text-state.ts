// Where the signature of a text stands, for formats whose texts have none: before the final text of a reply.
import type { Part, ReasoningPart } from '../canonical/part.ts';
import type { ProviderState, ProviderStateKind } from '../canonical/provider-state.ts';

type StatePart = ReasoningPart & { readonly providerState: ProviderState };

/**
 * Moves the signature of the final text before it, because clients take the last block of a reply for the
 * answer. `signaturesAfterText` is the inverse.
 */
export function endWithText(parts: readonly Part[]): readonly Part[] {
  const at = parts.findLastIndex((part) => !holdsOnly('thought', part));
  const text = parts[at];
  if (text?.type !== 'text' || at === parts.length - 1) return parts;
  const signatures = parts.slice(at + 1).filter((part) => holdsOnly('thought', part));
  return [...parts.slice(0, at), ...signatures.map((part) => withKind('leading', part)), text];
}

/** Moves each `leading` signature of a history behind the text that it belongs to. */
export function signaturesAfterText(parts: readonly Part[]): readonly Part[] {
  if (!parts.some((part) => holdsOnly('leading', part))) return parts;
  const moved: Part[] = [];
  const waiting: Part[] = [];
  for (const [index, part] of parts.entries()) {
    const endsText = part.type !== 'text' && parts[index - 1]?.type === 'text';
    if (endsText) moved.push(...waiting.splice(0));
    if (holdsOnly('leading', part)) waiting.push(withKind('thought', part));
    else moved.push(part);
  }
  return [...moved, ...waiting];
}

/** True for a part that holds nothing but state of one kind. */
export function holdsOnly(kind: ProviderStateKind, part: Part): part is StatePart {
  return part.type === 'reasoning' && part.text === '' && part.providerState?.kind === kind;
}

function withKind(kind: ProviderStateKind, part: StatePart): StatePart {
  return { ...part, providerState: { ...part.providerState, kind } };
}
