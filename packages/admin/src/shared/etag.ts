/**
 * Entity tags (RFC 9110, section 8.8.3) of what operators change: somebody who read an older version cannot
 * overwrite a newer one unseen. `serve-endpoint.ts` sends and compares them.
 */
import { GatewayError } from '@parley/protocol';
import * as z from 'zod';
import type { AdminEndpoint } from './endpoint.ts';

/** The field of a view with the same text as the header. */
export const etag = z
  .string()
  .describe(
    'Changes with every change of what an operator sets and with a new secret, and not with use or a balance; send it as `if-match`.',
  );

/** The entity tag of what operators set. Equal settings have equal tags in every process. */
export function createEtag(settings: object): string {
  const text = JSON.stringify(settings);
  let [first, second] = [0x811c9dc5, 0x9e3779b9];
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    first = Math.imul(first ^ unit, 0x01000193);
    second = Math.imul(second ^ unit, 0x85ebca6b);
  }
  return `"${[first, second].map((hash) => (hash >>> 0).toString(36)).join('-')}"`;
}

/** The entity tag of a response; absent where there is none, as in lists. */
export function readEtag(view: unknown): string | undefined {
  const { etag: tag } = (view ?? {}) as { readonly etag?: unknown };
  return typeof tag === 'string' ? tag : undefined;
}

/** The endpoint that reads what an endpoint changes or deletes; absent if that has no entity tags. */
export function findReader(
  endpoints: readonly AdminEndpoint[],
  { audience, method, path, changes = method === 'POST' ? undefined : path }: AdminEndpoint,
): AdminEndpoint | undefined {
  if (method === 'GET') return undefined;
  return endpoints.find(
    (other) =>
      other.method === 'GET' &&
      other.audience === audience &&
      other.path === changes &&
      other.response?.shape['etag'] !== undefined,
  );
}

/**
 * @param current the entity tag of what the request would change; absent if that does not exist
 * @throws GatewayError with status 412 when `if-match` or `if-none-match` forbids the change
 */
export function checkConditions(headers: Headers, current: string | undefined): void {
  const wanted = headers.get('if-match');
  const unwanted = headers.get('if-none-match');
  const isMatch = wanted === null || names(wanted, current);
  if (isMatch && (unwanted === null || !names(unwanted, current))) return;
  throw wanted === null ? preconditionFailed('This exists already.') : changedMeanwhile();
}

/** The error with status 412 for a change of what somebody else has changed. */
export function changedMeanwhile(): GatewayError {
  return preconditionFailed(
    'Somebody has changed this since you read it. Read it again, then repeat your change.',
  );
}

function preconditionFailed(message: string): GatewayError {
  return new GatewayError('invalid-request', message, { reason: 'precondition_failed' });
}

/** Whether a list of entity tags contains this one; `*` stands for any. */
function names(list: string, tag: string | undefined): boolean {
  if (tag === undefined) return false;
  return list.trim() === '*' || list.split(',').some((each) => each.trim() === tag);
}
