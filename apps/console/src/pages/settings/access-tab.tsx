/** Who may administer the gateway: admin tokens, users and OpenID Connect. */
import { Link } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { useMayWrite, useVisitor } from '../../api/visitor.tsx';
import { useLanguage } from '../../i18n/provider.tsx';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/copy.tsx';
import { ErrorNotice, Notice } from '../../ui/notice.tsx';
import { Card } from '../../ui/page.tsx';
import { PeopleCard } from './people-card.tsx';
import { TokensCard } from './tokens-card.tsx';

const example = `sign_in:
  oidc:
    title: Example
    issuer: https://id.example.org
    client_id: parley
    client_secret: \${PARLEY_OIDC_SECRET}
    allow:
      domains: [example.org]
    default_role: viewer
`;

export function AccessTab() {
  const { t } = useLanguage();
  const { oidc } = useVisitor().sign_in;
  return (
    <div className="flex flex-col gap-5">
      <TokensCard />
      <PeopleCard />
      <Card title={t('settings.oidc')}>
        {oidc === null ? (
          <>
            <p className="mb-3">
              {t('settings.oidcNone', { address: `${location.origin}/console/sign-in/callback` })}
            </p>
            <CodeBlock label="parley.yaml" code={example} />
          </>
        ) : (
          <>
            <p className="mb-3">{t('settings.oidcSet', { provider: oidc })}</p>
            <SignInTest />
          </>
        )}
      </Card>
    </div>
  );
}

/** Reads the description of the provider, and shows what a sign-in would miss. */
function SignInTest() {
  const { t, localize } = useLanguage();
  const mayWrite = useMayWrite();
  const { data, error, isPending, mutate } = api.useMutation('post', '/admin/v1/sign-in/tests');
  return (
    <div className="flex flex-col items-start gap-3">
      <div className="flex flex-wrap items-center gap-3">
        {mayWrite && (
          <Button isBusy={isPending} onClick={() => mutate({ body: {} })}>
            {t('settings.oidcTest')}
          </Button>
        )}
        <Link
          to="/settings"
          search={{ tab: 'audit', action: 'session.refuse' }}
          className="text-accent hover:underline"
        >
          {t('settings.oidcRefused')}
        </Link>
      </div>
      <div role="status" className="min-w-0">
        {data && !data.ok && <Notice tone="bad">{localize(data.message ?? '')}</Notice>}
        {data?.ok && (
          <Notice tone={data.claims?.includes('email') === false ? 'warn' : 'good'}>
            {t('settings.oidcWorks', { claims: data.claims?.join(', ') ?? t('shell.notReported') })}{' '}
            {data.claims?.includes('email') === false && t('settings.oidcNoEmail')}
          </Notice>
        )}
      </div>
      {error !== null && <ErrorNotice error={error} />}
    </div>
  );
}
