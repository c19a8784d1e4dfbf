// Documents that are text, for upstreams that take no files.
import type { MediaPart } from '../../canonical/part.ts';
import { readBase64Text } from '../data-url.ts';

/** The text of a plain-text document; `undefined` for everything else. */
export function plainText({ kind, source }: MediaPart): string | undefined {
  if (source.by === 'text') return source.text;
  const isPlain = kind === 'document' && source.by === 'bytes' && source.mediaType === 'text/plain';
  return isPlain ? readBase64Text(source.base64) : undefined;
}

/** A document that became text keeps its title and what the caller said about it. */
export function titled({ name, context }: MediaPart, text: string): string {
  return [name, context, text].filter((line) => line !== undefined).join('\n');
}
