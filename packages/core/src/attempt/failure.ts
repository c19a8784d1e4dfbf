import { GatewayError, parseJson, type Codec } from '@parley/protocol';
import type { GatewayContext } from '../context.ts';
import { redactError } from '../redaction.ts';
import type { Upstream } from '../routing/snapshot.ts';
import type { UpstreamConnection } from './connection.ts';
import { readText } from './read-text.ts';

/** Reads an answer that is no success into the error it stands for. */
export async function readFailure(
  gateway: GatewayContext,
  connection: UpstreamConnection,
  outbound: Codec,
): Promise<GatewayError> {
  const { status, headers } = connection.answer;
  if (status < 400) {
    return new GatewayError('upstream-unavailable', 'The upstream gave no usable answer.', {
      reason: status >= 300 ? 'upstream_redirect' : 'upstream_bad_answer',
      upstreamStatus: status,
    });
  }
  const text = await readText(gateway, connection, gateway.limits.errorBytes);
  const error = outbound.decodeError({ status, headers, body: parseJson(text) ?? text });
  return redactError(error, secretsOf(connection.upstream));
}

/** What must never reach a caller: our credential, and where the upstream lives. */
export function secretsOf(upstream: Upstream): readonly string[] {
  const hosts = Object.values<string>(upstream.baseUrls).map((url) => new URL(url).host);
  const credential = upstream.credential === undefined ? [] : [upstream.credential];
  return [...credential, ...Object.values(upstream.headers), ...hosts];
}
