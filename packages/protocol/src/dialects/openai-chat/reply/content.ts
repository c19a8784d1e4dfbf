// The content of Chat Completions replies, for whole replies and streams.
import type { NoteBook } from '../../../canonical/note.ts';
import type {
  CallPart,
  MediaPart,
  MediaSource,
  Part,
  ReasoningPart,
  RefusalPart,
  TextPart,
} from '../../../canonical/part.ts';
import type { ReplySource, ReplyTarget } from '../../../codec.ts';
import type { CallIds } from '../../../history/ids.ts';
import { omitUndefined } from '../../../shared/omit-undefined.ts';
import { readDataUrl, writeDataUrl } from '../../../shared/openai/content.ts';
import {
  decodeCall,
  decodeUpstreamState,
  encodeCall,
  encodeClientState,
  readCallId,
} from '../calls.ts';
import { namesOfCustomTools, restoreCustomCall } from '../custom-tools.ts';
import { noteForeignExtras } from '../extras.ts';
import { decodeUpstreamReasoning, encodeClientReasoning } from '../reasoning.ts';
import type { ChatAnnotation, ChatCall, ChatImage, ChatReplyMessage } from '../types.ts';
import { decodeAnnotations, encodeCitations } from './citations.ts';
import { PartOrder } from './part-order.ts';
import type { ReplyMessageInput } from './schema.ts';
import { encodeSingleCall, readsSingleCall } from './single-call.ts';
import { foreignPart } from '../../../shared/extras.ts';
import { namelessCall, transcriptAlone } from '../../../shared/openai/reply.ts';
import { noCitedText } from '../../../shared/lost-reply-details.ts';

interface ReadContext {
  readonly source: ReplySource;
  readonly ids: CallIds;
  readonly notes: NoteBook;
}

/** Decodes an upstream's message in the order in which models generate: reasoning, text, calls. */
export function decodeMessage(given: ReplyMessageInput, context: ReadContext): Part[] {
  const message = withContentParts(given, context.source.vendor);
  return [
    ...decodeUpstreamReasoning(message, context.source.vendor),
    ...decodeText(message, context),
    ...decodeCalls(message, context),
  ];
}

/** A message, and the reasoning among the parts of its content. */
export type ReadMessage = ReplyMessageInput & { readonly thinking?: string };

/** The message with what may also be among the parts of `content`: its reasoning, its refusal and its images. */
export function withContentParts(message: ReplyMessageInput, vendor: string): ReadMessage {
  const { content, refusal, images } = message;
  if (!Array.isArray(content)) return withoutTags(message, vendor);
  const thinking = content.map(thinkingOf).join('');
  const refused = content.map((part) => part.refusal ?? '').join('');
  const shown = content.filter((part) => part.image_url);
  return {
    ...message,
    thinking,
    refusal: refusal || refused,
    images: [...(images ?? []), ...shown],
  };
}

/** Bedrock puts the reasoning of gpt-oss before the text, in tags that each chunk of a stream opens and closes. */
function withoutTags(message: ReplyMessageInput, vendor: string): ReadMessage {
  const { content } = message;
  if (typeof content !== 'string' || !mayHaveTags(vendor)) return message;
  const [tagged = '', reasoning] = /^<reasoning>([^]*?)<\/reasoning>/.exec(content) ?? [];
  if (reasoning === undefined) return message;
  return { ...message, reasoning_content: reasoning, content: content.slice(tagged.length) };
}

/** Whether the text of a message may begin with tagged reasoning. */
export function mayHaveTags(vendor: string): boolean {
  return vendor === 'amazon-bedrock';
}

type ContentPart = Extract<ReplyMessageInput['content'], readonly unknown[]>[number];

function thinkingOf({ thinking }: ContentPart): string {
  if (typeof thinking === 'string') return thinking;
  return (thinking ?? []).map((part) => part.text ?? '').join('');
}

/** The output text, in either form of `content`. */
export function contentText({ content }: ReplyMessageInput): string {
  if (typeof content === 'string') return content;
  return (content ?? []).map((part) => part.text ?? '').join('');
}

function decodeText(message: ReplyMessageInput, { notes }: ReadContext): Part[] {
  const parts: Part[] = [];
  const transcript = message.audio?.transcript ?? '';
  const text = contentText(message) || transcript;
  if (message.audio) notes.dropped('audio', transcriptAlone);
  const citations = decodeAnnotations(message.annotations);
  if (text !== '') {
    parts.push({ type: 'text', text, ...(citations.length > 0 && { citations }) });
  } else if (citations.length > 0) notes.dropped('annotations', noCitedText);
  parts.push(...decodeImages(message.images));
  if (message.refusal) parts.push({ type: 'refusal', text: message.refusal });
  return parts;
}

function decodeCalls(message: ReplyMessageInput, context: ReadContext): CallPart[] {
  const legacy = message.function_call;
  const calls = message.tool_calls ?? [];
  const given = calls.length === 0 && legacy ? [{ function: legacy }] : calls;
  return given.flatMap((input) => {
    const call = decodeCall(input);
    if (call.name === '') {
      context.notes.dropped('tool_calls', namelessCall);
      return [];
    }
    const state = decodeUpstreamState(input.extra_content, context.source.vendor);
    return [{ ...call, ...state, id: context.ids.claim(readCallId(call.id)) }];
  });
}

interface WriteContext {
  readonly target: ReplyTarget;
  readonly ids: CallIds;
  readonly notes: NoteBook;
  readonly path: string;
}

/** Encodes the parts of a reply as one message; text blocks are joined without separators. */
export function encodeMessage(parts: readonly Part[], context: WriteContext): ChatReplyMessage {
  const { reasoning, texts, refusal, calls, images } = sortParts(parts, context);
  const { text, annotations } = joinTexts(texts, context);
  const called = writeCalls(calls, context);
  const hasCalls = Object.keys(called).length > 0;
  return {
    role: 'assistant',
    content: text === '' && (hasCalls || refusal !== '') ? null : text,
    refusal: refusal === '' ? null : refusal,
    ...omitUndefined({
      annotations: annotations.length > 0 ? annotations : undefined,
      images: images.length > 0 ? images : undefined,
    }),
    ...encodeClientReasoning(reasoning),
    ...called,
  };
}

/** The parts by the fields of a message that they belong to; parts without a field are noted. */
function sortParts(parts: readonly Part[], context: WriteContext) {
  const reasoning: ReasoningPart[] = [];
  const texts: TextPart[] = [];
  const calls: ChatCall[] = [];
  const images: ChatImage[] = [];
  const order = new PartOrder();
  let refusal = '';
  for (const [index, part] of parts.entries()) {
    const path = `${context.path}[${index}]`;
    if ('extras' in part) noteForeignExtras(part.extras, path, context.notes);
    if (isSaid(part)) order.see(part.type, { path, notes: context.notes });
    switch (part.type) {
      case 'reasoning':
        reasoning.push(part);
        break;
      case 'text':
        texts.push(part);
        break;
      case 'refusal':
        refusal += part.text;
        break;
      case 'call':
        calls.push(writeCall(part, context));
        break;
      case 'media':
        addImage(images, part, { ...context, path });
        break;
      case 'server':
      case 'unknown':
        context.notes.dropped(path, foreignPart(part));
        break;
      case 'result':
        context.notes.dropped(path, 'Chat replies cannot contain tool results.');
    }
  }
  return { reasoning, texts, refusal, calls, images };
}

function isSaid(part: Part): part is TextPart | ReasoningPart | RefusalPart | CallPart {
  if (part.type === 'call') return true;
  const hasText = part.type === 'text' || part.type === 'reasoning' || part.type === 'refusal';
  return hasText && part.text !== '';
}

function addImage(images: ChatImage[], part: MediaPart, { notes, path }: WriteContext): void {
  const image = encodeImage(part);
  if (image === undefined) notes.dropped(path, noMedia);
  else images.push(image);
}

function writeCalls(calls: readonly ChatCall[], { target, path, notes }: WriteContext) {
  if (readsSingleCall(target)) return encodeSingleCall(calls, { path, notes });
  return calls.length > 0 ? { tool_calls: [...calls] } : {};
}

function writeCall(part: CallPart, { target, ids }: WriteContext): ChatCall {
  const name = target.names.toCaller(part.name);
  const isStandIn = part.custom !== true && namesOfCustomTools(target).has(name);
  const declared = isStandIn ? restoreCustomCall(part) : part;
  return encodeCall({ ...declared, id: ids.claim(part.id) }, name, encodeClientState(part));
}

function joinTexts(parts: readonly TextPart[], { notes, path }: WriteContext) {
  let text = '';
  const annotations: ChatAnnotation[] = [];
  for (const part of parts) {
    const span = { start: text.length, end: text.length + part.text.length };
    annotations.push(...encodeCitations(part.citations ?? [], span, { notes, path }));
    text += part.text;
  }
  return { text, annotations };
}

interface ImageInput {
  readonly image_url?: { readonly url: string } | null | undefined;
}

/**
 * Decodes the images of a message or a delta. The official types do not have their field, next to the content;
 * OpenRouter, LiteLLM and Vercel's gateway use it in the same way, with data URLs.
 */
export function decodeImages(images: readonly ImageInput[] | null | undefined): MediaPart[] {
  return (images ?? []).flatMap(({ image_url: address }): MediaPart[] => {
    if (!address) return [];
    const data = readDataUrl(address.url);
    const source: MediaSource = data ? { by: 'bytes', ...data } : { by: 'url', ...address };
    return [{ type: 'media', kind: 'image', source }];
  });
}

/** Encodes one image; `undefined` for media that are not allowed there. */
export function encodeImage({ kind, source }: MediaPart): ChatImage | undefined {
  if (kind !== 'image' || (source.by !== 'bytes' && source.by !== 'url')) return undefined;
  const url = source.by === 'url' ? source.url : writeDataUrl(source);
  return { type: 'image_url', image_url: { url } };
}

/** The reason in the note for all other media. */
export const noMedia = 'Of the media that a model makes, chat answers can hold images only.';
