/** The schema of headers that the configuration adds to outgoing requests. */
import * as z from 'zod';

/** Headers that the HTTP client sets; a configured value would break the connection. */
const connectionHeaders =
  /^(?:host|connection|content-length|transfer-encoding|upgrade|te|trailer)$/i;

export const headersSchema = z.record(
  z
    .string()
    .regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/, 'Use a legal header name.')
    .refine((name) => !connectionHeaders.test(name), 'The connection itself writes this header.'),
  z.string().regex(/^[\t\x20-\x7e]*$/, 'Use visible ASCII characters.'),
);
