// Reads `data:` URLs, for the media of every dialect.
/** The content of a `data:` URL. */
export interface InlineData {
  readonly mediaType: string;
  readonly base64: string;
}

/** Parses a base64 `data:` URL (RFC 2397); `undefined` for any other URL. */
export function readDataUrl(url: string): InlineData | undefined {
  if (!/^data:/i.test(url)) return undefined;
  const comma = url.indexOf(',');
  const head = url.slice('data:'.length, comma === -1 ? 0 : comma);
  const [mediaType = '', ...settings] = head.split(';').map((word) => word.trim().toLowerCase());
  if (!settings.includes('base64')) return undefined;
  return { mediaType: mediaType || 'application/octet-stream', base64: url.slice(comma + 1) };
}

export function writeDataUrl({ mediaType, base64 }: InlineData): string {
  return `data:${mediaType};base64,${base64}`;
}

/** Decodes base64 of UTF-8 text; `undefined` if it is neither. */
export function readBase64Text(base64: string): string | undefined {
  try {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
