/** Tests the OpenID provider of the configuration, as an operator asks for, without signing anybody in. */
import * as z from 'zod';
import { audit } from '../audit/audit-log.ts';
import type { ConfigurationOperator } from '../shared/operator.ts';
import { readProvider } from './identity-provider.ts';

export const signInTestView = z
  .strictObject({
    object: z.literal('sign_in.test'),
    ok: z.boolean().describe('Whether the provider describes all that a sign-in needs.'),
    issuer: z.string().nullable().describe('As it is configured; null when nothing is.'),
    message: z.string().nullable().describe('Why not, such as the cause of a failed connection.'),
    claims: z
      .array(z.string())
      .nullable()
      .describe('The claims that the provider says it may return; null when it does not say.'),
  })
  .meta({ id: 'SignInTest' });

type SignInTest = z.infer<typeof signInTestView>;

const notConfigured = 'No OpenID provider is configured.';

/** Reads the discovery document of the provider, not the one that was read before. */
export async function runSignInTest(operator: ConfigurationOperator): Promise<SignInTest> {
  const { oidc } = operator.configuration.snapshot().signIn ?? {};
  if (oidc === undefined) return toView({ issuer: null, message: notConfigured });
  const { issuer } = oidc;
  const result = await readProvider(oidc).then(
    ({ claims_supported: claims }) => toView({ issuer, message: null, claims }),
    (error: unknown) => toView({ issuer, message: describe(error) }),
  );
  await audit(operator, {
    action: 'sign_in.test',
    subjectKind: 'sign_in',
    subjectId: issuer,
    detail: { ok: result.ok },
  });
  return result;
}

function toView({
  claims,
  ...facts
}: Pick<SignInTest, 'issuer' | 'message'> & { readonly claims?: unknown }): SignInTest {
  const ok = facts.message === null;
  const { data = null } = signInTestView.shape.claims.safeParse(claims);
  return { object: 'sign_in.test', ok, ...facts, claims: data };
}

/** The message of an error with those of its causes, because "fetch failed" alone tells nothing. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message, cause } = error;
  return cause instanceof Error ? `${message}: ${describe(cause)}` : message;
}
