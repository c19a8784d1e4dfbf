/** The events of a live list over `fetch`, which unlike `EventSource` can send headers. */
import { readData, readRecords } from '../../calls/records.ts';

export interface LiveEvent {
  readonly name: string;
  readonly data: unknown;
}

/**
 * Reads events with a name until the stream ends or is aborted; one that breaks off is left out.
 * @param onEvent called for each event in order; the next chunk is read when it has returned
 */
export async function readEvents(
  response: Response,
  onEvent: (event: LiveEvent) => void,
): Promise<void> {
  const onText = (text: string) => {
    const name = /^event: ?(.+)$/m.exec(text)?.[1];
    const data = readData(text);
    if (name !== undefined && data !== undefined) onEvent({ name, data });
  };
  await readRecords(response, onText, Infinity);
}
