import { useLanguage } from '../../i18n/provider.tsx';
import { Page } from '../../ui/page.tsx';

export function RequestPage() {
  const { t } = useLanguage();
  return <Page title={t('nav.requests')}>{null}</Page>;
}
