// The frames that end an Anthropic Messages stream at its output limit, for the stream observer.
import type { JsonObject } from '../../../json/value.ts';
import type { Usage } from '../../../canonical/usage.ts';
import { writeJsonFrame } from '../../../sse/frame-writer.ts';
import { encodeTokenUsage } from '../usage.ts';

/** The frames that end a stream at its output limit. @param open the blocks that have not ended */
export function writeCut(open: readonly number[], usage: Usage): string {
  const delta = {
    stop_reason: 'max_tokens',
    stop_sequence: null,
    stop_details: null,
    container: null,
  };
  const events: readonly (JsonObject & { readonly type: string })[] = [
    ...open.map((index) => ({ type: 'content_block_stop', index })),
    { type: 'message_delta', delta, usage: encodeTokenUsage(usage) },
  ];
  return events.map(writeEvent).join('') + writeEnd();
}

/** The end marker alone. */
export function writeEnd(): string {
  return writeEvent({ type: 'message_stop' });
}

function writeEvent(event: JsonObject & { readonly type: string }): string {
  return writeJsonFrame(event, event.type);
}
