/** The ledger page: accounts, entries, quarantined charges and the check of all totals. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useLanguage } from '../../i18n/provider.tsx';
import { Page } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { Accounts } from './accounts.tsx';
import { LedgerCheck } from './ledger-check.tsx';
import { Movements } from './movements.tsx';
import { Quarantine } from './quarantine.tsx';
import { tabs } from './search.ts';

const contents = {
  accounts: <Accounts />,
  movements: <Movements />,
  quarantine: <Quarantine />,
  check: <LedgerCheck />,
} as const;

export function LedgerPage() {
  const { t } = useLanguage();
  const { tab = 'accounts' } = useSearch({ from: '/ledger' });
  const navigate = useNavigate({ from: '/ledger' });
  return (
    <Page title={t('nav.ledger')} description={t('ledger.description')}>
      <Tabs
        label={t('ledger.views')}
        value={tab}
        onChange={(id) => {
          const chosen = tabs.find((each) => each === id);
          if (chosen) void navigate({ search: { tab: chosen } });
        }}
        tabs={tabs.map((id) => ({ id, label: t(`ledger.${id}`), content: contents[id] }))}
      />
    </Page>
  );
}
