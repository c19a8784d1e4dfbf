import { GatewayError, parseJson } from '@parley/protocol';
import type { GatewayContext } from '../../context.ts';
import type { UpstreamConnection } from './connection.ts';
import { readText } from './read-text.ts';
import type { UpstreamReader } from './upstream-reader.ts';

/** Reads an answer that is no success into the error it stands for. */
export async function readFailure(
  gateway: GatewayContext,
  connection: UpstreamConnection,
  reader: UpstreamReader,
): Promise<GatewayError> {
  const { status, headers } = connection.answer;
  if (status < 400) {
    return new GatewayError('upstream-unavailable', 'The upstream gave no usable answer.', {
      reason: status >= 300 ? 'upstream_redirect' : 'upstream_bad_answer',
      upstreamStatus: status,
    });
  }
  const text = await readText(gateway, connection, gateway.limits.errorBytes);
  return reader.readError({ status, headers, body: parseJson(text) ?? text });
}
