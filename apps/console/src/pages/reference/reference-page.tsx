import { useLanguage } from '../../i18n/provider.tsx';
import { Page } from '../../ui/page.tsx';

export function ReferencePage() {
  const { t } = useLanguage();
  return <Page title={t('nav.api')}>{null}</Page>;
}
