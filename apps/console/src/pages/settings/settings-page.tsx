import { useLanguage } from '../../i18n/provider.tsx';
import { Page } from '../../ui/page.tsx';

export function SettingsPage() {
  const { t } = useLanguage();
  return <Page title={t('nav.settings')}>{null}</Page>;
}
