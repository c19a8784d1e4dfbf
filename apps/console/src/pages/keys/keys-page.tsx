import { useLanguage } from '../../i18n/provider.tsx';
import { Page } from '../../ui/page.tsx';

export function KeysPage() {
  const { t } = useLanguage();
  return <Page title={t('nav.keys')}>{null}</Page>;
}
