/** Splits a response into its frames without changing them. */

/**
 * Calls `onText` with every frame of an event stream, and with other bodies as a whole.
 * @param onText also called with an empty text, as soon as the first byte is there
 * @param limit of the response, in characters
 * @returns whether all was read: what is longer than the limit is cut
 */
export async function readRecords(
  response: Response,
  onText: (text: string, isFirst: boolean) => void,
  limit: number,
): Promise<boolean> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (reader === undefined) return true;
  const isStream = /^text\/event-stream/.test(response.headers.get('content-type') ?? '');
  let held: string[] = [];
  for (let size = 0; size <= limit;) {
    const { done, value = '' } = await reader.read();
    if (size === 0 && value !== '') onText('', true);
    size += value.length;
    held.push(value);
    // A frame ends with an empty line, so that a chunk without a line's end cannot end one.
    if (done || (isStream && /[\r\n]/.test(value))) {
      const texts = isStream ? held.join('').split(/\r\n\r\n|\n\n|\r\r/) : [held.join('')];
      held = done ? [] : texts.splice(-1);
      for (const text of texts) onText(text, false);
    }
    if (done) return true;
  }
  onText(held.join(''), false);
  await reader.cancel();
  return false;
}

/** The data of a frame, or the text itself if it is not a frame. */
export function readData(text: string): unknown {
  const lines = text.split(/\r\n|\n|\r/);
  const data = lines.filter((line) => line.startsWith('data:')).map((line) => line.slice(5));
  try {
    return JSON.parse(data.length === 0 ? text : data.join('\n'));
  } catch {
    // Comments, `[DONE]` and invalid JSON are shown only as raw frames.
    return undefined;
  }
}

/** JSON with line breaks; other texts are unchanged. */
export function indentJson(text: string): string {
  const data = text.startsWith('{') || text.startsWith('[') ? readData(text) : undefined;
  return data === undefined ? text : JSON.stringify(data, null, 2);
}
