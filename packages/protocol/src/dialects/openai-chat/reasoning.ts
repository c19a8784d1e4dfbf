// Reasoning and its provider state in Chat Completions bodies, for requests, replies and streams.
import type { Place } from '../../canonical/note.ts';
import type { ReasoningPart } from '../../canonical/part.ts';
import {
  unwrapProviderState,
  wrapProviderState,
  type ProviderState,
  type ReasoningField,
} from '../../canonical/provider-state.ts';
import type { RequestTarget } from '../../codec.ts';
import { parseJson } from '../../json/parse.ts';
import { isJsonObject, type JsonObject } from '../../json/value.ts';
import { rawOf } from '../../shared/extras.ts';
import { omitUndefined } from '../../shared/omit-undefined.ts';
import { ownExtras } from './extras.ts';
import type { ReasoningDetail } from './request/content-schema.ts';
import type { ChatReasoningFields } from './types.ts';

/*
 * The official format has no field for reasoning. Compatible servers send its text as `reasoning_content`
 * (DeepSeek, Moonshot), as `reasoning` (vLLM, Groq, Cerebras) or as a part of the content (Mistral), and routers send
 * text and state as `reasoning_details` (OpenRouter). A message may contain several with the same text: it is read
 * once. Strict servers reject reasoning in a field that is not theirs, so it goes back in the field it came in.
 */

/**
 * Vendors whose API references have `reasoning` in the messages of a request, and that reject `reasoning_content` or, as
 * Ollama (`Message` in `openai.go`), do not read it.
 */
const vendorsOfReasoning: ReadonlySet<string> = new Set([
  'cerebras',
  'groq',
  'ollama',
  'ollama-cloud',
]);

/** Stands in for reasoning that a model requires and the history does not have; Moonshot rejects an empty text. */
const noReasoning = ' ';

/** `thinking` is the reasoning among the parts of the content. */
export type ReasoningInput = {
  readonly reasoning_content?: string | null | undefined;
  readonly reasoning?: string | null | undefined;
  readonly thinking?: string | undefined;
  readonly reasoning_details?: readonly ReasoningDetail[] | null | undefined;
};

/** Reasoning text, and the field that held it, if not `reasoning_content`. */
export interface ReadReasoning {
  readonly text: string;
  readonly field?: ReasoningField;
}

/** The reasoning of a message or a delta, from whichever field contains it. */
export function readReasoning(fields: ReasoningInput): ReadReasoning {
  if (fields.reasoning_content) return { text: fields.reasoning_content };
  if (fields.reasoning) return { text: fields.reasoning, field: 'reasoning' };
  if (fields.thinking) return { text: fields.thinking, field: 'thinking' };
  return { text: (fields.reasoning_details ?? []).map(textOfDetail).join('') };
}

export function textOfDetail(detail: ReasoningDetail): string {
  return detail.text ?? detail.summary ?? '';
}

/** The state in a detail from an upstream, tied to its vendor; `undefined` if there is none. */
export function stateOfDetail(detail: ReasoningDetail, vendor: string): ProviderState | undefined {
  if (!detail.signature && !detail.data) return undefined;
  const { text: _, summary: __, ...state } = detail;
  return { vendor, kind: detail.data ? 'redacted' : 'signature', data: JSON.stringify(state) };
}

/** The state with the text of its detail, for a part that does not hold this text. */
export function stateWithText(detail: ReasoningDetail, vendor: string): ProviderState | undefined {
  const state = stateOfDetail(detail, vendor);
  return state && { ...state, data: JSON.stringify(detail) };
}

/** Reasoning text as plain state, which some servers require back unchanged. */
export function plainState(vendor: string, { text, field }: ReadReasoning): ProviderState {
  return { vendor, kind: 'plain', data: text, ...omitUndefined({ field }) };
}

/** Decodes the reasoning of an upstream's message. */
export function decodeUpstreamReasoning(fields: ReasoningInput, vendor: string): ReasoningPart[] {
  const details = joinDetails(fields.reasoning_details ?? []);
  const stateful = details.some((detail) => stateOfDetail(detail, vendor) !== undefined);
  const { text, field } = readReasoning(fields);
  const toPart = (plain: string): ReasoningPart => plainPart(plain, vendor, field);
  if (!stateful) return text === '' ? [] : [toPart(text)];
  const parts = details.map((detail): ReasoningPart => {
    const shown = textOfDetail(detail);
    const providerState = stateOfDetail(detail, vendor) ?? plainState(vendor, { text: shown });
    return { type: 'reasoning', text: shown, providerState };
  });
  return withPlainText(parts, text, toPart);
}

/** Adds the text of a message that its details do not repeat: they may state only the first or the last thoughts. */
function withPlainText(
  parts: ReasoningPart[],
  text: string,
  toPart: (text: string) => ReasoningPart,
): ReasoningPart[] {
  const known = parts.map((part) => part.text).join('');
  const before = text.endsWith(known) ? text.slice(0, text.length - known.length) : '';
  if (before.trim() !== '') return [toPart(before), ...parts];
  const after = text.startsWith(known) ? text.slice(known.length) : '';
  return after.trim() === '' ? parts : [...parts, toPart(after)];
}

function plainPart(text: string, vendor: string, field?: ReasoningField): ReasoningPart {
  const providerState = plainState(vendor, { text, ...omitUndefined({ field }) });
  return { type: 'reasoning', text, providerState };
}

/** Routers split one block into several entries with the same index: the text first, the state last. */
function joinDetails(details: readonly ReasoningDetail[]): ReasoningDetail[] {
  const joined: ReasoningDetail[] = [];
  for (const detail of details) {
    const last = joined.at(-1);
    const isMore =
      last !== undefined &&
      !last.signature &&
      !last.data &&
      !detail.data &&
      sameBlock(last, detail);
    if (!isMore) joined.push(detail);
    else
      joined[joined.length - 1] = {
        ...last,
        ...detail,
        text: textOfDetail(last) + textOfDetail(detail),
      };
  }
  return joined;
}

function sameBlock(one: ReasoningDetail, other: ReasoningDetail): boolean {
  return one.type === other.type && one.index === other.index;
}

/** Decodes the reasoning that a client echoes; wrapped state is unpacked. */
export function decodeClientReasoning(fields: ReasoningInput): ReasoningPart[] {
  const parts = (fields.reasoning_details ?? []).map(decodeClientDetail);
  const text = fields.reasoning_content || fields.reasoning || '';
  return withPlainText(parts, text, (plain) => ({ type: 'reasoning', text: plain }));
}

function decodeClientDetail(detail: ReasoningDetail): ReasoningPart {
  const text = textOfDetail(detail);
  const token = detail.signature ?? detail.data;
  const providerState = token ? unwrapProviderState(token) : undefined;
  if (providerState?.kind === 'plain') {
    return {
      type: 'reasoning',
      text,
      providerState: { ...providerState, data: providerState.data || text },
    };
  }
  if (providerState !== undefined) return { type: 'reasoning', text, providerState };
  if (!token) return { type: 'reasoning', text };
  // Bare state from a client: its vendor is unknown, so it is kept for this dialect only.
  return {
    type: 'reasoning',
    text,
    extras: { 'openai-chat': { reasoning_detail: rawOf(detail) } },
  };
}

/**
 * Encodes one reasoning part for a client, its state packed so that the client's echo restores it. Plain
 * state equals the text and is not packed a second time.
 */
export function encodeClientDetail(part: ReasoningPart, index: number): JsonObject {
  const { text, providerState } = part;
  if (providerState === undefined) {
    const own = ownExtras(part.extras)['reasoning_detail'];
    return isJsonObject(own) ? own : { type: 'reasoning.text', text, index };
  }
  const isEcho = providerState.kind === 'plain' && providerState.data === text;
  const packed = wrapProviderState(isEcho ? { ...providerState, data: '' } : providerState);
  return text === '' && providerState.kind === 'redacted'
    ? { type: 'reasoning.encrypted', data: packed, index }
    : { type: 'reasoning.text', text, signature: packed, index };
}

/** Encodes the reasoning of a whole reply for a client. */
export function encodeClientReasoning(parts: readonly ReasoningPart[]): ChatReasoningFields {
  const text = parts.map((part) => part.text).join('');
  const stateful = parts.some(
    (part) => part.providerState !== undefined || part.extras !== undefined,
  );
  return omitUndefined({
    reasoning_content: text || undefined,
    reasoning_details: stateful ? parts.map(encodeClientDetail) : undefined,
  });
}

/** Encodes the reasoning of an earlier reply for an upstream; it never becomes output text. */
export function encodeUpstreamReasoning(
  parts: readonly ReasoningPart[],
  target: RequestTarget,
  place: Place,
): ChatReasoningFields {
  const texts = { reasoning_content: '', reasoning: '' };
  const details: JsonObject[] = [];
  for (const part of parts) {
    const detail = detailFor(part, target);
    const text = echoFor(part, target);
    if (detail !== undefined) details.push(detail);
    else if (text !== undefined) texts[fieldFor(part, target)] += text;
    if (detail === undefined && (text === undefined || isForeign(part.providerState, target))) {
      place.notes.dropped(
        place.path,
        'Reasoning in the history is sent only to its vendor and in its format.',
      );
    }
  }
  return omitUndefined({
    reasoning_content: texts.reasoning_content || undefined,
    reasoning: texts.reasoning || undefined,
    reasoning_details: details.length > 0 ? details : undefined,
  });
}

/**
 * What to send with an earlier reply that has no reasoning to send. Models that require their reasoning back reject
 * every reply without any, as after a change of the model.
 */
export function encodeNoReasoning(target: RequestTarget, place: Place): ChatReasoningFields {
  if (!target.profile.echoesReasoning) return {};
  place.notes.defaulted(place.path, 'The model requires reasoning with each earlier reply.');
  return { [fieldFor({}, target)]: noReasoning };
}

function fieldFor(
  { providerState }: Pick<ReasoningPart, 'providerState'>,
  target: RequestTarget,
): 'reasoning_content' | 'reasoning' {
  if (vendorsOfReasoning.has(target.vendor)) return 'reasoning';
  const came = isForeign(providerState, target) ? undefined : providerState?.field;
  return came === 'reasoning' ? 'reasoning' : 'reasoning_content';
}

function isForeign(providerState: ProviderState | undefined, target: RequestTarget): boolean {
  return providerState !== undefined && providerState.vendor !== target.vendor;
}

function echoFor(
  { text, providerState }: ReasoningPart,
  target: RequestTarget,
): string | undefined {
  if (providerState?.kind === 'plain' && providerState.vendor === target.vendor) {
    return providerState.field === 'thinking' ? undefined : providerState.data;
  }
  return target.profile.echoesReasoning && text !== '' ? text : undefined;
}

/** Restores the detail that an upstream of the same vendor wrote. */
function detailFor(part: ReasoningPart, target: RequestTarget): JsonObject | undefined {
  const { text, providerState } = part;
  const own = ownExtras(part.extras)['reasoning_detail'];
  if (isJsonObject(own)) return own;
  if (providerState === undefined || isForeign(providerState, target)) return undefined;
  // Plain state is echoed in another field, and a Responses item has no place in a Chat Completions message.
  if (providerState.kind === 'plain' || providerState.kind === 'encrypted') return undefined;
  const state = parseJson(providerState.data);
  if (isJsonObject(state)) return text === '' ? state : { ...state, text };
  return providerState.kind === 'redacted'
    ? { type: 'reasoning.encrypted', data: providerState.data }
    : { type: 'reasoning.text', text, signature: providerState.data };
}
