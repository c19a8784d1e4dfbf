/** The schema of `alerts`: what operators are told without asking, and where. */
import * as z from 'zod';

/** What an alert may be about; the names are the types of webhook messages. */
export const alertTypes = [
  'limit.reached',
  'limit.refused',
  'key.expires_soon',
  'upstream.failing',
  'upstream.refused',
  'upstream.recovered',
] as const;
/** The type of an alert, as receivers and the audit log see it. */
export type AlertType = (typeof alertTypes)[number];

/** `whsec_` and 24 to 64 bytes in Base64, as the specification of Standard Webhooks wants. */
const signingSecret = z
  .string()
  .regex(
    /^whsec_(?=[A-Za-z\d+/]{32,88}={0,2}$)(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/,
    'Use a secret as parley generate webhook-secret prints it.',
  );

const webhookSchema = z
  .strictObject({
    url: z
      .url({ protocol: /^https?$/, error: 'Use a URL such as https://hooks.example/parley.' })
      .describe('The URL that receives the alerts, by POST.'),
    format: z
      .enum(['standard', 'slack'])
      .default('standard')
      .describe(
        'Messages that are signed as Standard Webhooks specifies, or a text for Slack and programs that take the same.',
      ),
    secret: signingSecret
      .optional()
      .describe('The key that signs messages; required for the format standard.'),
    types: z
      .array(z.enum(alertTypes))
      .min(1)
      .optional()
      .describe('The types of alerts that it gets; all if absent.'),
  })
  .refine(({ format, secret }) => format !== 'standard' || secret !== undefined, {
    path: ['secret'],
    error: 'Messages are signed: set a secret, which parley generate webhook-secret prints.',
  });

export const alertsSchema = z
  .strictObject({
    limits: z
      .array(z.int().min(1).max(100))
      .min(1)
      .max(10)
      .default([80, 100])
      .describe('Percentages of a limit of a key, or of the money of a prepaid account.'),
    expiry_days: z
      .int()
      .min(1)
      .max(365)
      .default(7)
      .describe('Days before a key that is in use expires.'),
    webhooks: z
      .record(
        z.string().regex(/^[\w.-]{1,64}$/, 'Use letters, digits, dots and hyphens.'),
        webhookSchema,
      )
      .refine((webhooks) => Object.keys(webhooks).length <= 20, 'Use at most 20 webhooks.')
      .default({}),
  })
  .describe('Alerts for operators; none by default.');

/** The section `alerts` after validation. */
export type AlertsConfiguration = z.infer<typeof alertsSchema>;
/** One webhook of the section `alerts`, after validation. */
export type WebhookConfiguration = z.infer<typeof webhookSchema>;
