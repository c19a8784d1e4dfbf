// Encodes content, instructions and tool results of Responses requests, for the turns encoder.
import type { Place } from '../../../canonical/note.ts';
import type { MediaPart, Part, ResultPart } from '../../../canonical/part.ts';
import type { Turn } from '../../../canonical/request.ts';
import {
  createFieldNotes,
  encodeMark,
  fileNameOf,
  instructionTexts,
  joinUnmarked,
  markEnd,
  plainText,
  titled,
  writeDataUrl,
  type MarkedText,
  type MarkPlace,
} from '../../../shared/openai/content.ts';
import { foreignFile, noteCitations } from '../../../shared/lost-request-details.ts';
import { homeVendor } from '../../../shared/openai/wire.ts';
import { noteImageName } from '../../../shared/unsupported.ts';
import { dialect, noteForeignExtras, ownExtras } from '../extras.ts';
import type {
  CallOutput,
  CustomOutputItem,
  FunctionOutputItem,
  ImageDetail,
  InputContent,
  InputFile,
  InputImage,
  InputMessage,
} from './types.ts';
import { foreignPart, misplacedPart } from '../../../shared/extras.ts';

export const { noteFields, noteMarks } = createFieldNotes(noteForeignExtras);

const details: readonly ImageDetail[] = ['auto', 'low', 'high', 'original'];

/** Encodes parts that a user message or a result may contain; others are dropped with a note. */
export function encodeInputParts(parts: readonly Part[], place: MarkPlace): InputContent[] {
  return parts.flatMap((part, index) => {
    return encodeInputPart(part, { ...place, path: `${place.path}[${index}]` });
  });
}

function encodeInputPart(part: Part, place: MarkPlace): InputContent[] {
  switch (part.type) {
    case 'text':
      noteForeignExtras(part.extras, place.path, place.notes);
      noteCitations(part, place);
      if (part.text === '') return [];
      return [
        {
          ...ownExtras(part.extras),
          ...{ type: 'input_text', text: part.text, ...encodeMark(part.cache, place) },
        },
      ];
    case 'media':
      noteForeignExtras(part.extras, place.path, place.notes);
      return encodeMedia(part, place);
    case 'refusal':
      place.notes.moved(
        place.path,
        'A refusal became text, the only content that is allowed here.',
      );
      return [{ type: 'input_text', text: part.text }];
    case 'unknown':
    case 'server':
      // It came from a message of this dialect, whose type does not include it.
      if (part.dialect === dialect && part.type === 'unknown') return [part.raw as InputContent];
      place.notes.dropped(place.path, foreignPart(part));
      return [];
    case 'reasoning':
    case 'call':
    case 'result':
      place.notes.dropped(place.path, misplacedPart('A user message', part.type));
      return [];
  }
}

function encodeMedia(part: MediaPart, place: MarkPlace): InputContent[] {
  const mark = encodeMark(part.cache, place);
  const text = plainText(part);
  if (text !== undefined) return [{ type: 'input_text', text: titled(part, text), ...mark }];
  const encoded = encodeByKind(part, place);
  if (encoded === undefined) return [];
  const whole = { ...ownExtras(part.extras), ...encoded, ...mark };
  return part.context === undefined ? [whole] : [{ type: 'input_text', text: part.context }, whole];
}

function encodeByKind(part: MediaPart, place: Place): InputContent | undefined {
  if (part.source.by === 'file' && part.source.vendor !== homeVendor) {
    place.notes.dropped(place.path, foreignFile);
    return undefined;
  }
  switch (part.kind) {
    case 'image':
      return encodeImage(part, place);
    case 'document':
      return encodeFile(part);
    case 'audio':
    case 'video':
      place.notes.dropped(place.path, `Responses input holds no ${part.kind}.`);
      return undefined;
  }
}

function encodeImage(part: MediaPart, place: Place): InputImage {
  const known = details.find((word) => word === part.detail);
  if (part.detail !== undefined && known === undefined) {
    place.notes.dropped(`${place.path}.detail`, 'Responses upstreams do not know this detail.');
  }
  noteImageName(part, place);
  return { type: 'input_image', detail: known ?? 'auto', ...imageSource(part) };
}

function imageSource({ source }: MediaPart): Pick<InputImage, 'image_url' | 'file_id'> {
  switch (source.by) {
    case 'bytes':
      return { image_url: writeDataUrl(source) };
    case 'url':
      return { image_url: source.url };
    case 'file':
      return { file_id: source.id };
    case 'text':
      return {};
  }
}

function encodeFile(part: MediaPart): InputFile {
  const { source, name } = part;
  const named = name === undefined ? {} : { filename: name };
  switch (source.by) {
    case 'bytes':
      return { type: 'input_file', filename: fileNameOf(part), file_data: writeDataUrl(source) };
    case 'url':
      return { type: 'input_file', file_url: source.url, ...named };
    case 'file':
      return { type: 'input_file', file_id: source.id };
    case 'text':
      return { type: 'input_file', ...named };
  }
}

/** Encodes the result of a call: text alone as a string, media in a list. */
export function encodeResult(
  result: ResultPart,
  custom: boolean,
  place: MarkPlace,
): FunctionOutputItem | CustomOutputItem {
  noteFields(result, place);
  const content = encodeInputParts(result.content, { ...place, path: `${place.path}.content` });
  const parts = markEnd(content, result.cache, place);
  if (result.isError === true) {
    place.notes.approximated(place.path, 'The text of a failed tool result states the failure.');
  }
  const output = writeOutput(result.isError === true ? markError(parts) : parts);
  return {
    ...ownExtras(result.extras),
    type: custom ? 'custom_tool_call_output' : 'function_call_output',
    call_id: result.callId,
    output,
  };
}

function writeOutput(parts: readonly InputContent[]): CallOutput {
  const texts = parts.flatMap((part) => (part.type === 'input_text' ? [part] : []));
  return (texts.length === parts.length ? joinUnmarked(texts, '\n') : undefined) ?? [...parts];
}

/** The format has no field for failure. */
function markError(parts: readonly InputContent[]): InputContent[] {
  const [first, ...rest] = parts;
  return first?.type === 'input_text'
    ? [{ ...first, text: `Error: ${first.text}` }, ...rest]
    : [{ type: 'input_text', text: 'Error:' }, ...parts];
}

const separator = '\n\n';

/** The texts of the leading instructions, joined if they have no cache marks; empty if there are none. */
export function encodeInstructions(
  turns: readonly Turn[],
  { notes, cacheMarks }: Omit<MarkPlace, 'path'>,
): InputMessage['content'] {
  return writeTexts(
    turns.flatMap((turn, index) => textsOf(turn, { notes, path: `turns[${index}]`, cacheMarks })),
  );
}

/** Encodes an instruction that keeps its place in the conversation. */
export function encodeLateInstruction(turn: Turn, place: MarkPlace): InputMessage[] {
  const content = writeTexts(textsOf(turn, place));
  if (content === '') return [];
  return [{ ...ownExtras(turn.extras), type: 'message', role: 'developer', content }];
}

function textsOf(turn: Turn, place: MarkPlace): MarkedText[] {
  const { notes, path } = place;
  noteForeignExtras(turn.extras, path, notes);
  if (turn.name !== undefined)
    notes.dropped(`${path}.name`, 'Responses have no names of participants.');
  return instructionTexts(turn, place, noteFields);
}

function writeTexts(texts: readonly MarkedText[]): InputMessage['content'] {
  return joinUnmarked(texts, separator) ?? texts.map((text) => ({ type: 'input_text', ...text }));
}
