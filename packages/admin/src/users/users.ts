/** Users: people who administer the gateway and sign in to the console by OpenID Connect. */
import { omitUndefined } from '@parley/protocol';
import * as z from 'zod';
import { emailAddress } from '@parley/core/extension';
import type { UserRecord } from '@parley/core/store';
import { audit } from '../audit/audit-log.ts';
import type { Operator } from '../shared/operator.ts';
import { notFound, translateStoreErrors } from '../shared/errors.ts';
import { toPage, type page, type Page } from '../shared/page.ts';
import { role } from '../shared/schemas.ts';
import { formatTime, formatTimeOrNull } from '../shared/times.ts';

/** Validates an invitation: the e-mail address and the role, which is viewer by default. */
export const newUser = z
  .strictObject({
    email: emailAddress.describe('As the OpenID provider verifies it.'),
    role: role.default('viewer'),
  })
  .describe('An invitation: who may sign in to the console.');

/** Validates a change of a user. Absent fields stay as they are. */
export const userChanges = z
  .strictObject({
    role: role.optional(),
    disabled: z.boolean().optional().describe('A disabled user is signed out immediately.'),
  })
  .describe('The fields to change.');

/** A user as the API writes it. */
export const userView = z
  .strictObject({
    object: z.literal('user'),
    id: z.string(),
    email: z.string(),
    name: z.string().nullable(),
    role,
    disabled: z.boolean(),
    created_at: z.string(),
    last_signed_in_at: z.string().nullable(),
  })
  .meta({ id: 'User' });

/** A user in the format of the API. */
export type UserView = z.infer<typeof userView>;

/** Invites a person. @throws GatewayError `invalid-request` when the user exists already */
export async function createUser(
  operator: Operator,
  { email, role: userRole }: z.output<typeof newUser>,
): Promise<UserView> {
  const user: UserRecord = {
    id: crypto.randomUUID(),
    email,
    role: userRole,
    disabled: false,
    invited: true,
    createdAt: operator.clock.now(),
  };
  await translateStoreErrors(() => operator.store.addUser(user));
  const detail = { email, role: userRole };
  await audit(operator, { action: 'user.create', subjectId: user.id, detail });
  return toUserView(user);
}

/** Lists users in the order of their ids. */
export async function listUsers(
  { store }: Operator,
  { limit, after }: z.output<typeof page>,
): Promise<Page<UserView>> {
  const users = await store.listUsers(omitUndefined({ limit, afterId: after }));
  return toPage(users.map(toUserView), limit);
}

/**
 * Changes the role of a user, or disables the user, and writes that to the audit log.
 * @throws GatewayError `not-found`
 */
export async function changeUser(
  operator: Operator,
  userId: string,
  { role: userRole, disabled }: z.output<typeof userChanges>,
): Promise<UserView> {
  const changes = omitUndefined({ role: userRole, disabled });
  const changed = await operator.store.changeUser(userId, changes);
  if (changed === undefined) throw notFound('user');
  await audit(operator, { action: 'user.change', subjectId: userId, detail: changes });
  return toUserView(changed);
}

/** Deletes a user, and writes that to the audit log. @throws GatewayError `not-found` */
export async function deleteUser(operator: Operator, userId: string): Promise<void> {
  if (!(await operator.store.deleteUser(userId))) throw notFound('user');
  await audit(operator, { action: 'user.delete', subjectId: userId });
}

function toUserView(user: UserRecord): UserView {
  return {
    object: 'user',
    id: user.id,
    email: user.email,
    name: user.name ?? null,
    role: user.role,
    disabled: user.disabled,
    created_at: formatTime(user.createdAt),
    last_signed_in_at: formatTimeOrNull(user.lastSignedInAt),
  };
}
