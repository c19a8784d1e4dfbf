// Decodes UTF-8 that arrives in chunks, for the parsers.
const byteOrderMark = '\ufeff';

/** Decodes the bytes of one stream into text, wherever they are split. */
export interface StreamTextDecoder {
  decode(chunk: Uint8Array): string;
  /** Returns what remains of a truncated character. */
  end(): string;
}

/**
 * Decodes UTF-8 and removes a byte-order mark at the very start. The platform's decoder could do that too,
 * but some remove the same character in the middle of a stream that is split badly.
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
