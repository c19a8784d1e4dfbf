// Text documents in base64, for the content of requests.
/** Decodes base64 of UTF-8 text; `undefined` if it is neither. */
export function readBase64Text(base64: string): string | undefined {
  try {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
