import { GatewayError, parseJson } from '@parley/protocol';
import * as z from 'zod';
import { invalid } from './errors.ts';
import { type GatewayContext, readBody } from '@parley/core/extension';
import type { AdminEndpoint } from './endpoint.ts';

/** In which form a list is wanted. */
export const format = z
  .enum(['json', 'csv'])
  .optional()
  .describe('csv gives the whole list, page by page; json unless the request accepts text/csv.');

/** The query of an endpoint, as it is checked and described. */
export function querySchema({ query = z.strictObject({}), list }: AdminEndpoint): z.ZodObject {
  return list === undefined ? query : query.extend({ format });
}

/**
 * The parameters behind the question mark, each given once at most.
 * @throws GatewayError `invalid-request` that names the parameter
 */
export function readQuery(request: Request): Readonly<Record<string, string>> {
  const { searchParams } = new URL(request.url);
  const names = [...searchParams.keys()];
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined) throw invalid(`${twice}: Give this parameter once.`, twice);
  return Object.fromEntries(searchParams);
}

/** @throws GatewayError `invalid-request` that names the field, or what `readBody` throws */
export async function readInput(
  gateway: GatewayContext,
  { body }: AdminEndpoint,
  request: Request,
): Promise<unknown> {
  if (body === undefined) return undefined;
  return checkInput(body, parseInput(await readBody(gateway, request)));
}

/** Nothing at all counts as an empty object. @throws GatewayError `invalid-request` */
export function parseInput(text: string): unknown {
  const parsed = text === '' ? {} : parseJson(text);
  if (parsed !== undefined) return parsed;
  throw new GatewayError('invalid-request', 'The body is not valid JSON.', {
    reason: 'invalid_json',
  });
}

/** @throws GatewayError `invalid-request` that names the field */
export function checkInput<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const param = issue === undefined ? '' : pathOf(issue);
  const message = issue?.message ?? 'The input is wrong.';
  if (param === '') throw new GatewayError('invalid-request', message);
  throw invalid(`${param}: ${message}`, param);
}

/** A field that nobody knows is named itself, not what it stands in. */
function pathOf(issue: z.core.$ZodIssue): string {
  const unknown = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  return [...issue.path, ...unknown].join('.');
}
