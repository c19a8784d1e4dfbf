/** Tests a webhook of the alerts, as an operator asks for. */
import * as z from 'zod';
import type { UpstreamTransport } from '@parley/core/extension';
import { audit } from '../audit/audit-log.ts';
import { notFound } from '../shared/errors.ts';
import type { ConfigurationOperator } from '../shared/operator.ts';
import { testWebhook } from './webhook.ts';

export const webhookTestView = z
  .strictObject({
    object: z.literal('webhook.test'),
    webhook: z.string(),
    ok: z.boolean().describe('Whether the receiver answered with 2xx.'),
    message: z.string().nullable().describe('Why not, such as `status 404`.'),
  })
  .meta({ id: 'WebhookTest' });

/**
 * Sends a message of the type `test` to a webhook of the configuration.
 * @throws GatewayError `not-found`
 */
export async function runWebhookTest(
  operator: ConfigurationOperator,
  name: string,
  transport: UpstreamTransport,
): Promise<z.infer<typeof webhookTestView>> {
  const { webhooks = {} } = operator.configuration.snapshot().alerts ?? {};
  const webhook = Object.hasOwn(webhooks, name) ? webhooks[name] : undefined;
  if (webhook === undefined) throw notFound('webhook');
  const outcome = await testWebhook({ transport, clock: operator.clock }, webhook);
  const ok = outcome.kind === 'taken';
  await audit(operator, {
    action: 'webhook.test',
    subjectKind: 'webhook',
    subjectId: name,
    detail: { ok },
  });
  return {
    object: 'webhook.test',
    webhook: name,
    ok,
    message: outcome.kind === 'taken' ? null : outcome.reason,
  };
}
