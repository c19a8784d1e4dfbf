import { useLanguage } from '../../i18n/provider.tsx';
import { Page } from '../../ui/page.tsx';

export function GroupsPage() {
  const { t } = useLanguage();
  return <Page title={t('nav.groups')}>{null}</Page>;
}
