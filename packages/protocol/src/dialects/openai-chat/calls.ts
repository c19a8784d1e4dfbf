// Tool calls of Chat Completions messages, for requests, replies and streams.
import type { CallPart } from '../../canonical/part.ts';
import {
  unwrapProviderState,
  wrapProviderState,
  type ProviderState,
} from '../../canonical/provider-state.ts';
import type { RequestTarget } from '../../codec.ts';
import { isJsonObject, type JsonObject } from '../../json/value.ts';
import { omitUndefined } from '../../shared/omit-undefined.ts';
import { readArguments } from '../../shared/openai/tools.ts';
import { asExtras, otherFields, ownExtras } from './extras.ts';
import type { ReplyCallInput } from './reply/schema.ts';
import type { ToolCallInput } from './request/content-schema.ts';
import type { ChatCall, ChatExtraContent } from './types.ts';

/** Decodes one call of a request's history or of a reply. Its id and name may be empty. */
export function decodeCall(call: ToolCallInput | ReplyCallInput): CallPart {
  const id = call.id ?? '';
  if (call.custom && !call.function) {
    const { name, input } = call.custom;
    return { type: 'call', id, name: name ?? '', arguments: input ?? '', custom: true };
  }
  return {
    type: 'call',
    id,
    name: call.function?.name ?? '',
    arguments: readArguments(call.function?.arguments),
  };
}

/** The id of an upstream's call. Mistral writes `null`, as text, for none (`ToolCall` of `@mistralai/mistralai` 2.7.0). */
export function readCallId(id: string | null | undefined): string {
  return id === 'null' ? '' : (id ?? '');
}

/** The signature in Google's field; `extra_content` contains nothing else of use. */
function readSignature(extra: JsonObject): string | undefined {
  const google = extra['google'];
  const signature = isJsonObject(google) ? google['thought_signature'] : undefined;
  return typeof signature === 'string' && signature !== '' ? signature : undefined;
}

type CallState = Pick<CallPart, 'providerState' | 'extras'>;

/** Decodes the provider state of an upstream's call, tied to its vendor. */
export function decodeUpstreamState(
  extra: JsonObject | null | undefined,
  vendor: string,
): CallState {
  if (!extra) return {};
  const signature = readSignature(extra);
  if (signature === undefined) return { extras: { 'openai-chat': { extra_content: extra } } };
  return { providerState: { vendor, kind: 'signature', data: signature } };
}

const callFields = ['index', 'id', 'type', 'function', 'custom'];

/**
 * Decodes the provider state of a call that a client echoes: wrapped state is unpacked, any other is kept, and so are
 * the fields that only this dialect has.
 */
export function decodeClientState(call: ToolCallInput): CallState {
  const providerState = unwrapProviderState(readSignature(call.extra_content ?? {}) ?? '');
  const known = providerState ? [...callFields, 'extra_content'] : callFields;
  return { ...omitUndefined({ providerState }), ...asExtras(otherFields(call, known)) };
}

/** Packs a call's provider state for a client, in the one field that clients echo. */
export function encodeClientState(
  call: Pick<CallPart, 'providerState' | 'extras'>,
): ChatExtraContent {
  if (call.providerState) return signed(wrapProviderState(call.providerState));
  const own = ownExtras(call.extras)['extra_content'];
  return isJsonObject(own) ? { extra_content: own } : {};
}

/** Restores a call's provider state for the vendor that created it. */
export function encodeUpstreamState(call: CallPart, target: RequestTarget): ChatExtraContent {
  const own = ownExtras(call.extras);
  if (call.providerState?.vendor !== target.vendor) return own;
  return { ...own, ...signed(call.providerState.data) };
}

/** True if a call's provider state cannot be sent to this upstream. */
export function losesState(
  { providerState }: { providerState?: ProviderState },
  target: RequestTarget,
): boolean {
  return providerState !== undefined && providerState.vendor !== target.vendor;
}

function signed(signature: string): ChatExtraContent {
  return { extra_content: { google: { thought_signature: signature } } };
}

/** Encodes a call with the given name: the client's or the upstream's. */
export function encodeCall(call: CallPart, name: string, state: ChatExtraContent): ChatCall {
  const { id } = call;
  if (call.custom) {
    return { id, type: 'custom', custom: { name, input: call.arguments }, ...state };
  }
  const text = readArguments(call.arguments);
  return { id, type: 'function', function: { name, arguments: text }, ...state };
}
