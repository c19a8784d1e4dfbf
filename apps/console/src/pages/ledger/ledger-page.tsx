import { useLanguage } from '../../i18n/provider.tsx';
import { Page } from '../../ui/page.tsx';

export function LedgerPage() {
  const { t } = useLanguage();
  return <Page title={t('nav.ledger')}>{null}</Page>;
}
