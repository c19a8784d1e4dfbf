import { useLanguage } from '../../i18n/provider.tsx';
import { Page } from '../../ui/page.tsx';

export function ModelsPage() {
  const { t } = useLanguage();
  return <Page title={t('nav.models')}>{null}</Page>;
}
