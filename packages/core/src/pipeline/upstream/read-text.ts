import { GatewayError } from '@parley/protocol';
import type { GatewayContext } from '../../context.ts';
import { StreamWatch } from './response-timer.ts';
import type { UpstreamConnection } from './connection.ts';

/**
 * Reads the rest of an answer as text, under a size limit and the upstream's own time limits.
 * @param limit largest size in bytes
 * @throws GatewayError `upstream-unavailable` when it is larger or breaks off
 */
export async function readText(
  gateway: GatewayContext,
  connection: UpstreamConnection,
  limit: number,
): Promise<string> {
  const { idleMs, totalMs } = connection.upstream;
  const watch = new StreamWatch(
    gateway.clock,
    { idleMs, totalMs, keepAliveMs: Number.MAX_SAFE_INTEGER },
    {
      keepAlive: () => undefined,
      expire: (error) => {
        connection.abort(error);
      },
    },
  );
  const decoder = new TextDecoder();
  let text = '';
  let length = 0;
  try {
    for (;;) {
      const chunk = await connection.take();
      if (chunk === undefined) return text + decoder.decode();
      watch.noteRead();
      length += chunk.byteLength;
      if (length > limit) throw tooLong();
      text += decoder.decode(chunk, { stream: true });
    }
  } finally {
    watch.stop();
  }
}

function tooLong(): GatewayError {
  return new GatewayError('upstream-unavailable', 'The answer of the upstream is too large.', {
    reason: 'upstream_answer_too_large',
  });
}
