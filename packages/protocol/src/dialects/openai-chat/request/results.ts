// Encodes tool results of Chat Completions requests, for the turns encoder.
import type { Place } from '../../../canonical/note.ts';
import type { MediaPart, Part, ResultPart } from '../../../canonical/part.ts';
import type { Turn } from '../../../canonical/request.ts';
import {
  encodeMark,
  markEnd,
  plainText,
  titled,
  type MarkedText,
  type MarkPlace,
} from '../../../shared/openai/content.ts';
import { noteForeignExtras, ownExtras } from '../extras.ts';
import type { ChatContentPart, ChatMessage, ChatToolMessage } from '../types.ts';
import { encodeUserParts, noteFields, type ContentPlace } from './content-encoder.ts';
import { writeTexts } from './instructions.ts';
import { misplacedPart } from '../../../shared/extras.ts';

/**
 * Encodes consecutive result turns. Tool messages may contain only text, so media are moved to one user
 * message after the last of them: any other place would separate results from their calls.
 */
export function encodeResults(turns: readonly Turn[], place: ContentPlace): ChatMessage[] {
  const messages: ChatMessage[] = [];
  const media: ChatContentPart[] = [];
  for (const turn of turns) {
    for (const part of turn.parts) {
      if (part.type !== 'result') continue;
      const attached = encodeAttachments(part, place);
      const message = encodeResult(part, attached.length > 0, place);
      messages.push({ ...ownExtras(turn.extras), ...message });
      media.push(...attached);
    }
  }
  return media.length === 0 ? messages : [...messages, { role: 'user', content: media }];
}

const attachedText = '(An attachment of this result follows in the next user message.)';

function encodeResult(result: ResultPart, attached: boolean, place: MarkPlace): ChatToolMessage {
  noteFields(result, place);
  const texts = result.content.flatMap((part) => textOf(part, place));
  if (attached) texts.push({ text: attachedText });
  const said = markEnd(texts, result.cache, place);
  return {
    role: 'tool',
    tool_call_id: result.callId,
    content: writeTexts(result.isError ? stateFailure(said, place) : said, '\n'),
  };
}

/** The format has no field for failure. */
function stateFailure([first, ...others]: MarkedText[], { notes, path }: Place): MarkedText[] {
  notes.approximated(path, 'The text of a failed tool result states the failure.');
  return [{ ...first, text: `Error: ${first?.text ?? ''}` }, ...others];
}

/** Media other than plain text are not allowed in a tool message. */
function isMoved(part: Part): part is MediaPart {
  return part.type === 'media' && plainText(part) === undefined;
}

function textOf(part: Part, place: MarkPlace): MarkedText[] {
  switch (part.type) {
    case 'text':
      noteFields(part, place);
      return [{ text: part.text, ...encodeMark(part.cache, place) }];
    case 'refusal':
      return [{ text: part.text }];
    case 'media': {
      const text = plainText(part);
      if (text === undefined) return [];
      noteForeignExtras(part.extras, place.path, place.notes);
      return [{ text: titled(part, text), ...encodeMark(part.cache, place) }];
    }
    default:
      place.notes.dropped(place.path, misplacedPart('A tool result', part.type));
      return [];
  }
}

function encodeAttachments(result: ResultPart, place: ContentPlace): ChatContentPart[] {
  const parts = encodeUserParts(result.content.filter(isMoved), place);
  if (parts.length === 0) return [];
  place.notes.moved(place.path, 'Media of a tool result were moved to a user message after it.');
  const heading = `Attachment of the result of tool call ${result.callId}:`;
  return [{ type: 'text', text: heading }, ...parts];
}
