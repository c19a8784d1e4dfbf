// Turns text documents into text, for upstreams that accept no files.
import type { MediaPart } from '../../canonical/part.ts';
import { readBase64Text } from '../data-url.ts';

/** The text of a plain-text document; `undefined` for anything else. */
export function plainText({ kind, source }: MediaPart): string | undefined {
  if (source.by === 'text') return source.text;
  const isPlain = kind === 'document' && source.by === 'bytes' && source.mediaType === 'text/plain';
  return isPlain ? readBase64Text(source.base64) : undefined;
}

/** A document that becomes text keeps its title and the client's description. */
export function titled({ name, context }: MediaPart, text: string): string {
  return [name, context, text].filter((line) => line !== undefined).join('\n');
}
