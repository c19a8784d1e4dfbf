import { useLanguage } from '../../i18n/provider.tsx';
import { Page } from '../../ui/page.tsx';

export function HomePage() {
  const { t } = useLanguage();
  return <Page title={t('nav.home')}>{null}</Page>;
}
