// Reasoning and its provider state in Responses bodies, for requests, replies and streams.
import { decodeBase64Url, encodeBase64Url } from '../../canonical/base64url.ts';
import type { ReasoningPart } from '../../canonical/part.ts';
import {
  unwrapProviderState,
  wrapProviderState,
  type ProviderState,
} from '../../canonical/provider-state.ts';
import { parseJson } from '../../json/parse.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../json/value.ts';
import { omitUndefined } from '../../shared/omit-undefined.ts';
import { homeVendor } from '../../shared/openai/wire.ts';
import type { ReasoningItem, ReasoningText, SummaryText } from './request/types.ts';

/*
 * The provider state of reasoning in this format is a whole item: its id, its texts and `encrypted_content`.
 * State of other vendors is sent to clients in `encrypted_content`, wrapped with the name of its vendor;
 * state that belongs to a call also contains the id of the call.
 */

/** The fields that are read from a reasoning item of a client or an upstream. */
export interface ReasoningSource {
  readonly id?: string | null | undefined;
  readonly summary?: readonly TextInput[] | null | undefined;
  readonly content?: readonly TextInput[] | null | undefined;
  readonly encrypted_content?: string | null | undefined;
}

interface TextInput {
  readonly text?: string | null | undefined;
}

/** Separates the paragraphs of a summary, which are separate entries in this format. */
export const paragraphBreak = '\n\n';

const callMarker = 'parley1call.';

function textsOf(paragraphs: readonly TextInput[] | null | undefined): string[] {
  return (paragraphs ?? []).flatMap(({ text }) => (text ? [text] : []));
}

/** The readable text of an item: its summary, or the reasoning itself if there is none. */
export function reasoningText({ summary, content }: ReasoningSource): string {
  const texts = textsOf(summary);
  return (texts.length > 0 ? texts : textsOf(content)).join(paragraphBreak);
}

/** The state of an item, tied to its vendor; `undefined` if the item has none. */
export function stateOf(source: ReasoningSource, vendor: string): ProviderState | undefined {
  const { id, encrypted_content: encrypted } = source;
  const summary = textsOf(source.summary);
  const content = textsOf(source.content);
  if (!encrypted && content.length === 0) return undefined;
  // A single paragraph equals the part's text and is not packed a second time.
  const state: JsonObject = omitUndefined({
    id: id || undefined,
    summary: summary.length > 1 || content.length > 0 ? summary : undefined,
    content: content.length > 0 ? content : undefined,
    encrypted_content: encrypted || undefined,
  });
  return { vendor, kind: 'encrypted', data: JSON.stringify(state) };
}

/** Decodes an item from an upstream; `undefined` if it is empty. */
export function decodeUpstreamReasoning(
  source: ReasoningSource,
  vendor: string,
): ReasoningPart | undefined {
  const text = reasoningText(source);
  const providerState = stateOf(source, vendor);
  if (text === '' && providerState === undefined) return undefined;
  return { type: 'reasoning', text, ...omitUndefined({ providerState }) };
}

/**
 * Decodes an item that a client echoes: wrapped state names its vendor, bare state is of the format's own
 * vendor.
 */
export function decodeClientReasoning(source: ReasoningSource): ReasoningPart | undefined {
  const wrapped = unwrapProviderState(source.encrypted_content ?? '');
  if (wrapped === undefined) return decodeUpstreamReasoning(source, homeVendor);
  const text = reasoningText(source);
  const isEcho = wrapped.kind === 'plain' && wrapped.data === '';
  return { type: 'reasoning', text, providerState: isEcho ? { ...wrapped, data: text } : wrapped };
}

/** Rebuilds an item for the vendor that wrote it; `undefined` if the state is not from this format. */
export function restoreItem(text: string, providerState: ProviderState): ReasoningItem | undefined {
  const state = providerState.kind === 'encrypted' ? parseJson(providerState.data) : undefined;
  if (!isJsonObject(state)) return undefined;
  const { id, encrypted_content: encrypted } = state;
  const content = stringsOf(state['content']);
  const summary = state['summary'] === undefined ? [text] : stringsOf(state['summary']);
  const item: JsonObject = {
    type: 'reasoning',
    ...omitUndefined({
      id: typeof id === 'string' ? id : undefined,
      summary: writeSummary(summary),
      content: content.length > 0 ? content.map(toReasoningText) : undefined,
      encrypted_content: typeof encrypted === 'string' ? encrypted : undefined,
    }),
  };
  // Some clients remove ids; the vendor accepts such items, though its type requires an id.
  return item as ReasoningItem;
}

function stringsOf(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

function toReasoningText(text: string): ReasoningText {
  return { type: 'reasoning_text', text };
}

/** Encodes the paragraphs of a summary; empty text is left out. */
function writeSummary(texts: readonly string[]): SummaryText[] {
  return texts.flatMap((text) => (text === '' ? [] : [{ type: 'summary_text', text }]));
}

/** The `encrypted_content` for a client. Plain state equals the text and is not packed again. */
export function encodeClientState(text: string, providerState: ProviderState): string {
  const isEcho = providerState.kind === 'plain' && providerState.data === text;
  return wrapProviderState(isEcho ? { ...providerState, data: '' } : providerState);
}

/** The format's own state as the vendor wrote it; `undefined` for all other state. */
export function ownState(
  providerState: ProviderState,
): Pick<ReasoningItem, 'id' | 'encrypted_content'> | undefined {
  const item = providerState.vendor === homeVendor ? restoreItem('', providerState) : undefined;
  if (item?.encrypted_content === undefined) return undefined;
  return { id: item.id, encrypted_content: item.encrypted_content };
}

/** Packs the state of a call, together with the id of the call. */
export function encodeCallState(callId: string, providerState: ProviderState): string {
  return `${callMarker}${encodeBase64Url(callId)}.${wrapProviderState(providerState)}`;
}

/** Unpacks the result of `encodeCallState`; `undefined` for any other string. */
export function decodeCallState(
  packed: string | null | undefined,
): { readonly callId: string; readonly providerState: ProviderState } | undefined {
  if (!packed?.startsWith(callMarker)) return undefined;
  const end = packed.indexOf('.', callMarker.length);
  const callId = decodeBase64Url(packed.slice(callMarker.length, end));
  const providerState = unwrapProviderState(packed.slice(end + 1));
  return callId === undefined || providerState === undefined
    ? undefined
    : { callId, providerState };
}
