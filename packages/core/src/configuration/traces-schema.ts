/** The schema of `traces`: where spans of requests are sent. */
import * as z from 'zod';
import { headersSchema } from './headers-schema.ts';

export const tracesSchema = z
  .strictObject({
    endpoint: z
      .url({ protocol: /^https?$/, error: 'Use a URL such as http://127.0.0.1:4318/v1/traces.' })
      .describe('What takes spans by OTLP over HTTP, with its path.'),
    headers: headersSchema
      .optional()
      .describe('Sent with the spans, such as the credential of the collector.'),
    service_name: z
      .string()
      .regex(/^[^\p{C}]{1,255}$/u, 'Use 1 to 255 characters without control characters.')
      .default('parley')
      .describe('How the collector names this gateway.'),
    sample: z
      .number()
      .min(0)
      .max(1)
      .default(1)
      .describe('Share of the requests that are traced; the trace of a client decides for itself.'),
  })
  .describe('Traces of requests for a collector of OpenTelemetry: none, unless told.');

/** The section `traces` after validation. */
export type TracesConfiguration = z.infer<typeof tracesSchema>;
