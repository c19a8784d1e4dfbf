// Decodes the content of Anthropic Messages requests, for the turns decoder.
import { isJsonObject, type JsonObject } from '../../../json/value.ts';
import type { NoteBook, Place } from '../../../canonical/note.ts';
import type { ProviderState } from '../../../canonical/provider-state.ts';
import type { CallPart, Part, ResultPart, TextPart } from '../../../canonical/part.ts';
import { fromLegalId } from '../../../history/ids.ts';
import { decodeCitation } from '../reply/citations.ts';
import { sameBlock } from '../../../shared/extras.ts';
import { asExtras, decodeCache, otherFields, rawOf } from '../extras.ts';
import { decodeDocument, decodeImage, decodeSearchResult } from './media.ts';
import { decodeDocumentParts } from './mixed-document.ts';
import { decodeRedactedEcho, decodeThinkingEcho } from '../reasoning.ts';
import type {
  ContentBlock,
  ResultContentBlock,
  TextBlockInput,
  ToolResultBlockInput,
  ToolUseBlockInput,
} from './content-schema.ts';
import { omitUndefined } from '../../../shared/omit-undefined.ts';
import { readableOf } from '../../../shared/readable.ts';
import { isKind } from '../../../shared/schema.ts';
import { dialect, serverBlockTypes } from '../tables.ts';
import { readableBlocks } from './readable-blocks.ts';
import { writeJson } from '../../../json/exact-number.ts';

/** The content of one message. Tool results are separate because they become turns of their own. */
interface DecodedContent {
  readonly results: readonly ResultPart[];
  readonly parts: readonly Part[];
}

/** Claude Code's first system block: it changes on every call and is meant only for the vendor. */
const billingHeader = 'x-anthropic-billing-header:';

const unreadableData = 'Redacted thinking that is not text cannot be read.';

export function decodeContent(
  content: string | readonly ContentBlock[],
  path: string,
  notes: NoteBook,
): DecodedContent {
  if (typeof content === 'string') return { results: [], parts: [{ type: 'text', text: content }] };
  const results: ResultPart[] = [];
  const parts: Part[] = [];
  let callState: ProviderState | undefined;
  for (const [index, block] of content.entries()) {
    if (isKind(block, 'tool_result')) {
      results.push(decodeResult(block, `${path}[${index}]`, notes));
    } else if (isKind(block, 'redacted_thinking')) {
      if (typeof block.data !== 'string') {
        notes.dropped(`${path}[${index}]`, unreadableData);
        continue;
      }
      const state = decodeRedactedEcho(block.data);
      if ('ofCall' in state) callState = state.ofCall;
      else parts.push(state);
    } else if (isKind(block, 'tool_use')) {
      parts.push(decodeCall(block, callState));
      callState = undefined;
    } else if (isKind(block, 'document')) {
      parts.push(...decodeDocumentParts(block, { path: `${path}[${index}]`, notes }));
    } else {
      parts.push(decodeBlock(block));
    }
  }
  // State whose call the client removed still belongs to the turn.
  if (callState !== undefined)
    parts.push({ type: 'reasoning', text: '', providerState: callState });
  return { results, parts };
}

/** Decodes the blocks of `system` or of a message in the system role. */
export function decodeInstructions(
  content: string | readonly ContentBlock[] | null | undefined,
): readonly Part[] {
  if (content === null || content === undefined) return [];
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return content.map((block) => {
    const isHeader = isKind(block, 'text') && block.text.startsWith(billingHeader);
    return isHeader ? { type: 'unknown', dialect, raw: rawOf(block) } : decodeBlock(block);
  });
}

function decodeBlock(block: ContentBlock): Part {
  if (isKind(block, 'text')) return decodeText(block);
  if (isKind(block, 'thinking')) return decodeThinkingEcho(block.thinking, block.signature ?? '');
  if (isKind(block, 'image')) return decodeImage(block);
  if (isKind(block, 'document')) return decodeDocument(block);
  if (isKind(block, 'search_result')) return decodeSearchResult(block);
  const type = serverBlockTypes.has(block.type) ? 'server' : 'unknown';
  const raw = rawOf(block);
  return { type, dialect, raw, ...readableOf(raw, readableBlocks.get(block.type)) };
}

function decodeText(block: TextBlockInput): TextPart {
  const citations = (block.citations ?? []).map((raw) => decodeCitation(rawOf(raw)));
  return {
    type: 'text',
    text: block.text,
    ...omitUndefined({ citations: citations.length > 0 ? citations : undefined }),
    ...decodeCache(block.cache_control),
    ...asExtras(otherFields(block, ['type', 'text', 'citations', 'cache_control'])),
  };
}

const callFields = ['type', 'id', 'name', 'input', 'cache_control'];

/** The fields of a call without a canonical form; a `caller` of type `direct` is the default and left out. */
export function otherCallFields(block: Readonly<Record<string, unknown>>): JsonObject {
  const { caller, ...rest } = otherFields(block, callFields);
  const isDirect = isJsonObject(caller) && caller['type'] === 'direct';
  return isDirect || caller === undefined ? rest : { ...rest, caller };
}

function decodeCall(block: ToolUseBlockInput, providerState: ProviderState | undefined): CallPart {
  return {
    type: 'call',
    id: fromLegalId(block.id),
    name: block.name,
    arguments: writeJson(block.input ?? {}),
    ...omitUndefined({ providerState }),
    ...decodeCache(block.cache_control),
    ...asExtras(otherCallFields(block)),
  };
}

const resultFields = ['type', 'tool_use_id', 'content', 'is_error', 'cache_control'];

function decodeResult(block: ToolResultBlockInput, path: string, notes: NoteBook): ResultPart {
  const { content } = block;
  const parts: readonly Part[] =
    typeof content === 'string'
      ? [{ type: 'text', text: content }]
      : (content ?? []).flatMap((entry, index) =>
          decodeResultContent(entry, { path: `${path}.content[${index}]`, notes }),
        );
  return {
    type: 'result',
    callId: fromLegalId(block.tool_use_id),
    content: parts,
    ...omitUndefined({ isError: block.is_error || undefined }),
    ...decodeCache(block.cache_control),
    ...asExtras(otherFields(block, resultFields)),
  };
}

/** What other formats lack is text for them: a deferred tool is named, and so is what a browser shows. */
function decodeResultContent(block: ResultContentBlock, place: Place): Part[] {
  if (isKind(block, 'document')) return decodeDocumentParts(block, place);
  const part = decodeBlock(block);
  const said = part.type === 'unknown' ? part.readable?.[0] : undefined;
  return [said === undefined ? part : { ...said, ...asExtras({ [sameBlock]: rawOf(block) }) }];
}
