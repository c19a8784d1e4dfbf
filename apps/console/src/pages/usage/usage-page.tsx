import { useLanguage } from '../../i18n/provider.tsx';
import { Page } from '../../ui/page.tsx';

export function UsagePage() {
  const { t } = useLanguage();
  return <Page title={t('nav.usage')}>{null}</Page>;
}
