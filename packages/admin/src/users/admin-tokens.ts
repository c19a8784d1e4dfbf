/** Admin tokens: the secrets that authenticate calls of the admin API. */
import * as z from 'zod';
import { createAdminSecret } from '@parley/core/extension';
import type { AdminTokenRecord } from '@parley/core/store';
import { audit } from '../audit/audit-log.ts';
import type { Operator } from '../shared/operator.ts';
import { notFound, translateStoreErrors } from '../shared/errors.ts';
import { name, role } from '../shared/schemas.ts';
import { formatTime } from '../shared/times.ts';

/** Validates a new admin token, which is a viewer by default. */
export const newAdminToken = z
  .strictObject({
    name: name.default('token'),
    role: role.default('viewer'),
  })
  .describe('A new admin token.');

/** An admin token as the API writes it, without its secret. */
export const adminTokenView = z
  .strictObject({
    object: z.literal('admin_token'),
    id: z.string(),
    name: z.string(),
    role,
    display: z.string(),
    created_at: z.string(),
  })
  .meta({ id: 'AdminToken' });

/** An admin token in the format of the API. */
export type AdminTokenView = z.infer<typeof adminTokenView>;

/** A new admin token as the API writes it, once: the only form that has the secret. */
export const createdAdminTokenView = adminTokenView
  .extend({ secret: z.string().describe('Returned only in this response.') })
  .meta({ id: 'CreatedAdminToken' });

/** Creates an admin token, and writes that to the audit log. Its secret is in the result and nowhere else. */
export async function createAdminToken(
  operator: Operator,
  input: z.output<typeof newAdminToken>,
): Promise<z.infer<typeof createdAdminTokenView>> {
  const { secret, hash, display } = await createAdminSecret();
  const createdAt = operator.clock.now();
  const token = { id: crypto.randomUUID(), ...input, hash, display, createdAt };
  await translateStoreErrors(() => operator.store.addAdminToken(token));
  await audit(operator, { action: 'admin_token.create', subjectId: token.id, detail: input });
  return { ...toAdminTokenView(token), secret };
}

/** Lists all admin tokens, without their secrets. */
export async function listAdminTokens({ store }: Operator): Promise<readonly AdminTokenView[]> {
  const tokens = await store.listAdminTokens();
  return tokens.map(toAdminTokenView);
}

/**
 * Deletes an admin token; programs and sessions that use it are refused at once.
 * @throws GatewayError `not-found`
 */
export async function deleteAdminToken(operator: Operator, tokenId: string): Promise<void> {
  if (!(await operator.store.deleteAdminToken(tokenId))) throw notFound('admin token');
  await audit(operator, { action: 'admin_token.delete', subjectId: tokenId });
}

function toAdminTokenView(token: AdminTokenRecord): AdminTokenView {
  return {
    object: 'admin_token',
    id: token.id,
    name: token.name,
    role: token.role,
    display: token.display,
    created_at: formatTime(token.createdAt),
  };
}
