/** The endpoint `/admin/v1/webhooks/:id/tests`. */
import * as z from 'zod';
import { defineEndpoint, type AdminEndpoint } from '../shared/endpoint.ts';
import { runWebhookTest, webhookTestView } from './webhook-test.ts';

export const alertEndpoints: readonly AdminEndpoint[] = [
  defineEndpoint({
    method: 'POST',
    path: '/webhooks/:id/tests',
    summary: 'Test a webhook of the alerts by sending it a message of the type `test`',
    description: 'Webhooks are declared in the configuration file; the id is the name there.',
    body: z.strictObject({}),
    response: webhookTestView,
    run: ({ gateway, operator, id }) => runWebhookTest(operator, id, gateway.transport),
  }),
];
