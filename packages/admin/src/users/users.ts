/** People who administer Parley and sign in with a provider of identities. */
import * as z from 'zod';
import { emailAddress } from '@parley/core/extension';
import type { UserRecord } from '@parley/core/store';
import { audit, type Operator } from '../shared/operator.ts';
import { notFound, refusing } from '../shared/errors.ts';
import type { page } from '../shared/schemas.ts';
import { formatTime, formatTimeOrNull } from '../shared/times.ts';

const role = z.enum(['admin', 'viewer']).describe('A viewer only reads.');

export const newUser = z
  .strictObject({
    email: emailAddress.describe('As the provider of identities has it.'),
    role: role.default('viewer'),
  })
  .describe('A person who may sign in to the console.');

export const userChanges = z
  .strictObject({
    role: role.optional(),
    disabled: z.boolean().optional().describe('A disabled user is signed out at once.'),
  })
  .describe('What to change of a user.');

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
export type UserView = z.infer<typeof userView>;

/** Invites somebody. @throws GatewayError `invalid-request` when there is such a user */
export async function createUser(
  operator: Operator,
  { email, role: given }: z.output<typeof newUser>,
): Promise<UserView> {
  const user: UserRecord = {
    id: crypto.randomUUID(),
    email,
    role: given,
    disabled: false,
    invited: true,
    createdAt: operator.clock.now(),
  };
  await refusing(() => operator.store.addUser(user));
  const detail = { email, role: given };
  await audit(operator, {
    action: 'user.create',
    subjectKind: 'user',
    subjectId: user.id,
    detail,
  });
  return encodeUser(user);
}

/** In the order of their ids. */
export async function listUsers(
  { store }: Operator,
  { limit, after }: z.output<typeof page>,
): Promise<readonly UserView[]> {
  const users = await store.listUsers({ limit, ...(after && { afterId: after }) });
  return users.map(encodeUser);
}

/** @throws GatewayError `not-found` */
export async function changeUser(
  operator: Operator,
  userId: string,
  { role: given, disabled }: z.output<typeof userChanges>,
): Promise<UserView> {
  const changes = { ...(given && { role: given }), ...(disabled !== undefined && { disabled }) };
  const changed = await operator.store.changeUser(userId, changes);
  if (changed === undefined) throw notFound('user');
  await audit(operator, {
    action: 'user.change',
    subjectKind: 'user',
    subjectId: userId,
    detail: changes,
  });
  return encodeUser(changed);
}

/** @throws GatewayError `not-found` */
export async function deleteUser(operator: Operator, userId: string): Promise<void> {
  if (!(await operator.store.deleteUser(userId))) throw notFound('user');
  await audit(operator, { action: 'user.delete', subjectKind: 'user', subjectId: userId });
}

function encodeUser(user: UserRecord): UserView {
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
