// Encodes the content of Responses requests, for the turns encoder.
import type { NoteBook } from '../../../canonical/note.ts';
import type { CacheMark, MediaPart, Part } from '../../../canonical/part.ts';
import type { JsonObject } from '../../../json/value.ts';
import { writeDataUrl } from '../../../shared/data-url.ts';
import { encodeMark, type MarkPlace } from '../../../shared/openai/cache-breakpoint.ts';
import { plainText, titled } from '../../../shared/openai/plain-text.ts';
import { dialect, noteForeignExtras, ownExtras } from '../extras.ts';
import { homeVendor } from '../tables.ts';
import type { ImageDetail, InputContent, InputFile, InputImage } from './types.ts';

const details: readonly ImageDetail[] = ['auto', 'low', 'high', 'original'];

/** The path in the source, and the notes to add to. */
export interface Place {
  readonly path: string;
  readonly notes: NoteBook;
}

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
      if (part.text === '') return [];
      return [
        withExtras(
          { type: 'input_text', text: part.text, ...encodeMark(part.cache, place) },
          ownExtras(part.extras),
        ),
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
      place.notes.dropped(place.path, `Only the ${part.dialect} format has this kind of part.`);
      return [];
    case 'reasoning':
    case 'call':
    case 'result':
      place.notes.dropped(place.path, `A user message cannot hold a part of type ${part.type}.`);
      return [];
  }
}

/** Notes the cache mark and the foreign extras of a part, which cannot be written here. */
export function noteMarks(part: Part & { readonly cache?: CacheMark }, place: Place): void {
  encodeMark(part.cache, { path: place.path, notes: place.notes });
  if ('extras' in part) noteForeignExtras(part.extras, place.path, place.notes);
}

function encodeMedia(part: MediaPart, place: MarkPlace): InputContent[] {
  const mark = encodeMark(part.cache, place);
  const text = plainText(part);
  if (text !== undefined) return [{ type: 'input_text', text: titled(part, text), ...mark }];
  const encoded = encodeByKind(part, place);
  if (encoded === undefined) return [];
  const whole = { ...withExtras(encoded, ownExtras(part.extras)), ...mark };
  return part.context === undefined ? [whole] : [{ type: 'input_text', text: part.context }, whole];
}

function encodeByKind(part: MediaPart, place: Place): InputContent | undefined {
  if (part.source.by === 'file' && part.source.vendor !== homeVendor) {
    place.notes.dropped(place.path, 'A file that another vendor stores cannot be referred to.');
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

function encodeFile({ source, name }: MediaPart): InputFile {
  const named = name === undefined ? {} : { filename: name };
  switch (source.by) {
    case 'bytes': {
      const isPdf = source.mediaType === 'application/pdf';
      const filename = name ?? (isPdf ? 'document.pdf' : 'document');
      return { type: 'input_file', filename, file_data: writeDataUrl(source) };
    }
    case 'url':
      return { type: 'input_file', file_url: source.url, ...named };
    case 'file':
      return { type: 'input_file', file_id: source.id };
    case 'text':
      return { type: 'input_file', ...named };
  }
}

function withExtras(part: InputContent, extras: JsonObject): InputContent {
  return { ...extras, ...part };
}
