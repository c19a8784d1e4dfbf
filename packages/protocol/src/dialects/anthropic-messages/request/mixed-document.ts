// Documents of Anthropic Messages requests that contain text and images, for the content decoder and encoder.
import type { Extras } from '../../../canonical/dialect.ts';
import type { JsonObject, JsonValue } from '../../../json/value.ts';
import { isJsonObject } from '../../../json/value.ts';
import type { Place } from '../../../canonical/note.ts';
import type { MediaPart, Part, TextPart } from '../../../canonical/part.ts';
import { wholeBlock } from '../../../shared/extras.ts';
import { decodeCache, otherFields, rawOf } from '../extras.ts';
import { decodeDocument, decodeImage } from './media.ts';
import type { DocumentBlockInput } from './content-schema.ts';
import { isKind } from '../../../shared/schema.ts';
import { dialect } from '../tables.ts';

/*
 * A document may consist of texts and images. No other format has that, so it becomes separate parts: its
 * title and context, then its blocks. The first of them keeps the whole block, and the others an empty extra,
 * so that this format gets the document back without duplicates.
 */

type MixedSource = Extract<DocumentBlockInput['source'], { type: 'content' }>;
type InnerBlock = Exclude<MixedSource['content'], string>[number];
type SpreadPart = TextPart | MediaPart;

/** Decodes a document: as one part, or as several if it contains images. */
export function decodeDocumentParts(block: DocumentBlockInput, place: Place): Part[] {
  const inner = innerBlocks(block);
  if (!inner.some((each) => isKind(each, 'image'))) return [decodeDocument(block)];
  const label = [block.title, block.context].filter((line) => line);
  const title: SpreadPart[] = label.length > 0 ? [{ type: 'text', text: label.join('\n') }] : [];
  const spread = [...title, ...inner.flatMap((each) => decodeInner(each, place))];
  return spread.map((part, index) => {
    const isFirst = index === 0;
    const isLast = index === spread.length - 1;
    return {
      ...part,
      ...(isLast ? decodeCache(block.cache_control) : {}),
      extras: { [dialect]: isFirst ? wholeExtras(block) : {} },
    };
  });
}

/** Next to the block are its fields that no part contains, so that other dialects can note their loss. */
function wholeExtras(block: DocumentBlockInput): JsonObject {
  const said = ['type', 'source', 'title', 'context', 'cache_control'];
  return { ...otherFields(block, said), [wholeBlock]: rawOf(block) };
}

function innerBlocks({ source }: DocumentBlockInput): readonly InnerBlock[] {
  return isKind(source, 'content') && typeof source.content !== 'string' ? source.content : [];
}

function decodeInner(block: InnerBlock, place: Place): SpreadPart[] {
  if (isKind(block, 'text')) {
    noteOthers(block, ['type', 'text', 'cache_control'], place);
    return [{ type: 'text', text: block.text, ...decodeCache(block.cache_control) }];
  }
  const image = isKind(block, 'image') ? decodeImage(block) : undefined;
  if (image?.type !== 'media') {
    const reason = 'Of a mixed document only texts and images are read.';
    place.notes.dropped(`${place.path}.source.content`, reason);
    return [];
  }
  noteOthers(block, ['type', 'source', 'cache_control'], place);
  return [image];
}

/** The extras of a part say which block it came from, so they have no room for the fields of an inner one. */
function noteOthers(block: InnerBlock, known: readonly string[], { path, notes }: Place): void {
  for (const name of Object.keys(otherFields(block, known))) {
    notes.dropped(`${path}.source.content.${name}`, `Only the ${dialect} format has this field.`);
  }
}

/**
 * How a part of a mixed document is written back to its own format: the whole block, or `covered` by the part
 * before it; `undefined` for all other parts.
 */
export function readMixedDocument(extras: Extras | undefined): JsonObject | 'covered' | undefined {
  const own = extras?.[dialect];
  if (own === undefined) return undefined;
  if (Object.keys(own).length === 0) return 'covered';
  const whole: JsonValue | undefined = own[wholeBlock];
  return isJsonObject(whole) ? whole : undefined;
}
