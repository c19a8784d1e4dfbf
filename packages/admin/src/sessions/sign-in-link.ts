/** Links that sign an operator in to the console without a credential being typed. */
import { createSessionSecret } from '@parley/core/extension';
import type { Operator } from '../shared/operator.ts';

/** How long a link can be used, in milliseconds. */
const linkMs = 10 * 60 * 1_000;

/**
 * Makes the code of a link, which stands behind `#t=` so that no server logs it. It works once, and the
 * session that it begins ends with the oldest admin token, for which it stands.
 * @returns nothing when there is no admin token that may do everything
 */
export async function createSignInLink({
  store,
  clock,
}: Pick<Operator, 'store' | 'clock'>): Promise<string | undefined> {
  const tokens = await store.listAdminTokens();
  const token = tokens.find(({ role }) => role === 'admin');
  if (token === undefined) return undefined;
  const { secret, hash } = await createSessionSecret('link');
  const createdAt = clock.now();
  await store.addSession({
    hash,
    purpose: 'link',
    subject: { kind: 'token', reference: token.hash },
    createdAt,
    expiresAt: createdAt + linkMs,
  });
  return secret;
}
