import { useLanguage } from '../../i18n/provider.tsx';
import { Page } from '../../ui/page.tsx';

export function SetupPage() {
  const { t } = useLanguage();
  return <Page title={t('nav.setup')}>{null}</Page>;
}
