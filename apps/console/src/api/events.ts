/** Server-Sent Events over `fetch`, which unlike `EventSource` can send headers and bodies. */
import { createParser, type EventSourceMessage } from 'eventsource-parser';

/**
 * Reads events until the stream ends or is aborted; whole frames, as they were sent.
 * @param onEvent called for each event in order; the next chunk is read when it has returned
 */
export async function readEvents(
  response: Response,
  onEvent: (event: EventSourceMessage) => void,
): Promise<void> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (reader === undefined) return;
  const parser = createParser({ onEvent });
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    parser.feed(value);
  }
}
