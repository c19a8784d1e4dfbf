/** The schema of `traces`: where spans of requests are sent. */
import * as z from 'zod';
import { headersSchema } from './headers-schema.ts';

export const tracesSchema = z
  .strictObject({
    endpoint: z
      .url({ protocol: /^https?$/, error: 'Use a URL such as http://127.0.0.1:4318/v1/traces.' })
      .describe('The URL at which the collector takes OTLP over HTTP, with its path.'),
    headers: headersSchema
      .optional()
      .describe('Sent with the spans, such as the credential of the collector.'),
    service_name: z
      .string()
      .regex(/^[^\p{C}]{1,255}$/u, 'Use 1 to 255 characters without control characters.')
      .default('parley')
      .describe('The name of this gateway in the collector.'),
    sample: z
      .number()
      .min(0)
      .max(1)
      .default(1)
      .describe(
        'The share of requests that are traced; where a client sends a trace, that decides.',
      ),
  })
  .describe('Traces of requests for an OpenTelemetry collector; none by default.');

/** The section `traces` after validation. */
export type TracesConfiguration = z.infer<typeof tracesSchema>;
