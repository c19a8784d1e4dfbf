import { useLanguage } from '../../i18n/provider.tsx';
import { Page } from '../../ui/page.tsx';

export function ProvidersPage() {
  const { t } = useLanguage();
  return <Page title={t('nav.providers')}>{null}</Page>;
}
