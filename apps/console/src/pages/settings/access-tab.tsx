/** Who may administer the gateway: admin tokens, users and OpenID Connect. */
import { useVisitor } from '../../api/visitor.tsx';
import { useLanguage } from '../../i18n/provider.tsx';
import { CodeBlock } from '../../ui/copy.tsx';
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
          t('settings.oidcSet', { provider: oidc })
        )}
      </Card>
    </div>
  );
}
