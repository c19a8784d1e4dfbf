import { useLanguage } from '../../i18n/provider.tsx';
import { Page } from '../../ui/page.tsx';

export function PlaygroundPage() {
  const { t } = useLanguage();
  return <Page title={t('nav.playground')}>{null}</Page>;
}
