import { GatewayError } from '@parley/protocol';
import * as z from 'zod';
import type { GatewayContext } from '../context.ts';
import { hashSecret, isAdminShaped } from '../keys/secret.ts';

const pageSchema = z.strictObject({
  key_id: z.string().min(1).optional(),
  before: z.coerce.number().int().positive().optional(),
  limit: z.coerce.number().int().min(1).max(1_000).default(100),
});

/** `GET /admin/v1/exchanges`: what happened, newest first. */
export async function listExchanges(gateway: GatewayContext, request: Request): Promise<Response> {
  await authorize(gateway, request);
  const query = pageSchema.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!query.success) {
    const issue = query.error.issues[0];
    throw new GatewayError('invalid-request', `The query is wrong: ${issue?.message ?? ''}`, {
      param: issue?.path.join('.') ?? '',
    });
  }
  const { key_id: keyId, before, limit } = query.data;
  const data = await gateway.store.listExchanges({
    limit,
    ...(keyId === undefined ? {} : { keyId }),
    ...(before === undefined ? {} : { before }),
  });
  return Response.json({ object: 'list', data });
}

/** `GET /admin/v1/exchanges/{id}`: one exchange by the id its caller was given. */
export async function findExchange(
  gateway: GatewayContext,
  request: Request,
  id: string,
): Promise<Response> {
  await authorize(gateway, request);
  const record = await gateway.store.findExchange(id);
  if (record === undefined) {
    throw new GatewayError('not-found', 'There is no exchange with this id.', {
      reason: 'exchange_not_found',
    });
  }
  return Response.json(record);
}

/** @throws GatewayError `unauthenticated` without a valid admin token */
async function authorize(gateway: GatewayContext, request: Request): Promise<void> {
  const token = /^Bearer +(\S+) *$/i.exec(request.headers.get('authorization') ?? '')?.[1];
  const known =
    token !== undefined &&
    isAdminShaped(token) &&
    (await gateway.store.findAdminToken(await hashSecret(token))) !== undefined;
  if (known) return;
  throw new GatewayError('unauthenticated', 'The admin token is missing or wrong.', {
    reason: 'invalid_admin_token',
  });
}
