/** Validation of query parameters and request bodies against the schemas of an endpoint. */
import { GatewayError, parseJson } from '@parley/protocol';
import * as z from 'zod';
import { type ExtensionContext, findCause, readBody } from '@parley/core/extension';
import type { AdminEndpoint, Audience } from './endpoint.ts';
import { invalid } from './errors.ts';

const format = z
  .enum(['json', 'csv'])
  .optional()
  .describe(
    'csv returns all pages as one file; the default is json unless the request accepts text/csv.',
  );

/** The schema of an endpoint's query parameters; lists also take `format`. */
export function querySchema({ query = z.strictObject({}), list }: AdminEndpoint): z.ZodObject {
  return list === undefined ? query : query.extend({ format });
}

/**
 * The query parameters of a request.
 * @throws GatewayError `invalid-request` when a parameter is repeated
 */
export function readQuery(request: Request): Readonly<Record<string, string>> {
  const { searchParams } = new URL(request.url);
  const names = [...searchParams.keys()];
  const repeated = names.find((name, index) => names.indexOf(name) < index);
  if (repeated !== undefined) {
    throw invalid(`${repeated}: Send this parameter only once.`, repeated);
  }
  return Object.fromEntries(searchParams);
}

const kibibyte = 1024;

/**
 * Maximum size of a body, in bytes. Model calls have a budget of memory for all their bodies together; these bodies are
 * outside of it, so they are small.
 */
const maxBodyBytes: Readonly<Record<Audience, number>> = {
  operator: 1024 * kibibyte,
  key: 16 * kibibyte,
};

/** @throws GatewayError `invalid-request` that names the wrong field, or an error of `readBody` */
export async function readInput(
  gateway: ExtensionContext,
  { body, audience }: AdminEndpoint,
  request: Request,
): Promise<unknown> {
  if (body === undefined) return undefined;
  return checkInput(body, parseInput(await readShort(gateway, request, maxBodyBytes[audience])));
}

/** Reads a body of at most so many bytes. @throws GatewayError as `readBody` does */
export function readShort(
  gateway: ExtensionContext,
  request: Request,
  most: number,
): Promise<string> {
  const requestBytes = Math.min(most, gateway.limits.requestBytes);
  return readBody({ ...gateway, limits: { ...gateway.limits, requestBytes } }, request);
}

/** Parses a JSON body; an empty one counts as `{}`. @throws GatewayError `invalid-request` */
export function parseInput(text: string): unknown {
  const parsed = text === '' ? {} : parseJson(text);
  if (parsed !== undefined) return parsed;
  throw new GatewayError('invalid-request', 'The body is not valid JSON.', {
    reason: 'invalid_json',
  });
}

/** @throws GatewayError `invalid-request` that names the wrong field */
export function checkInput<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const cause = issue && findCause(issue);
  const param = (cause?.path ?? []).join('.');
  const message = cause?.message ?? 'The input is invalid.';
  if (param === '') throw new GatewayError('invalid-request', message);
  throw invalid(`${param}: ${message}`, param);
}
