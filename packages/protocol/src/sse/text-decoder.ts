// Decodes UTF-8 that comes in pieces, for the parsers.
const byteOrderMark = '\ufeff';

/** Turns the bytes of one stream into text, wherever they are cut. */
export interface StreamTextDecoder {
  decode(chunk: Uint8Array): string;
  /** What is left of a character that was cut off. */
  end(): string;
}

/**
 * Decodes UTF-8 and takes away a byte-order mark at the very start. The platform's decoder could do
 * that too, but some take the same character away in the middle of a stream that is cut badly.
 */
export function createStreamTextDecoder(): StreamTextDecoder {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let atStart = true;
  return {
    decode(chunk) {
      const text = decoder.decode(chunk, { stream: true });
      if (!atStart || text === '') return text;
      atStart = false;
      return text.startsWith(byteOrderMark) ? text.slice(1) : text;
    },
    end: () => decoder.decode(),
  };
}
