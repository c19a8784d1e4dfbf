/** The home page: base URLs, health, today's usage and next steps. */
import { useVisitor } from '../../api/visitor.tsx';
import { useLanguage } from '../../i18n/provider.tsx';
import { Page } from '../../ui/page.tsx';
import { BaseUrls } from './base-urls.tsx';
import { Balances } from './balances.tsx';
import { FirstRequest } from './first-request.tsx';
import { OwnKey } from './own-key.tsx';
import { ProviderHealth } from './provider-health.tsx';
import { Today } from './today.tsx';
import { Warnings } from './warnings.tsx';

export function HomePage() {
  const { t } = useLanguage();
  const isOperator = useVisitor().kind === 'operator';
  return (
    <Page title={t('nav.home')}>
      {isOperator && <Warnings />}
      <FirstRequest />
      <Today />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <BaseUrls />
        {isOperator ? <ProviderHealth /> : <OwnKey />}
      </div>
      {isOperator && <Balances />}
    </Page>
  );
}
