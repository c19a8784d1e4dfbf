/** The list of accounts with their balances. */
import { Plus, Wallet } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { useMayWrite } from '../../api/visitor.tsx';
import { useLanguage } from '../../i18n/provider.tsx';
import { Button } from '../../ui/button.tsx';
import { LoadMore, paging } from '../../ui/load-more.tsx';
import { Badge, EmptyState, ErrorNotice, Skeleton } from '../../ui/notice.tsx';
import { Card } from '../../ui/page.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { Money } from '../../ui/values.tsx';
import type { Account } from './account.ts';
import { AccountActions } from './account-actions.tsx';
import { AccountDialog } from './account-dialog.tsx';

export function Accounts() {
  const { t } = useLanguage();
  const mayWrite = useMayWrite();
  const [isCreating, setCreating] = useState(false);
  const columns = useColumns();
  const pages = api.useInfiniteQuery(
    'get',
    '/admin/v1/accounts',
    { params: { query: { limit: 100 } } },
    paging,
  );
  if (pages.isPending) return <Skeleton rows={5} />;
  const notice = pages.isError && (
    <ErrorNotice error={pages.error} onRetry={() => void pages.refetch()} />
  );
  if (pages.data === undefined) return notice;
  const rows = pages.data.pages.flatMap(({ data }) => data);
  const create = mayWrite && (
    <Button look="primary" onClick={() => setCreating(true)}>
      <Plus aria-hidden className="size-4" />
      {t('ledger.create')}
    </Button>
  );
  return (
    <>
      {notice}
      {rows.length === 0 ? (
        <EmptyState icon={Wallet} title={t('ledger.accounts')} action={create} />
      ) : (
        <Card title={t('ledger.accounts')} actions={create} isFlush>
          <Table
            label={t('ledger.accounts')}
            columns={columns}
            rows={rows}
            rowKey={({ id }) => id}
          />
        </Card>
      )}
      <LoadMore pages={pages} />
      <AccountDialog isOpen={isCreating} onClose={() => setCreating(false)} />
    </>
  );
}

function useColumns(): readonly Column<Account>[] {
  const { t } = useLanguage();
  const money = (id: 'granted' | 'spent' | 'reserved'): Column<Account> => ({
    id,
    title: t(`ledger.${id}`),
    isNumber: true,
    cell: (account) => <Money amount={account[id]} />,
  });
  return [
    { id: 'name', title: t('ledger.account'), cell: (account) => <Name account={account} /> },
    { id: 'state', title: t('ledger.state'), cell: (account) => <State account={account} /> },
    money('granted'),
    money('spent'),
    money('reserved'),
    {
      id: 'free',
      title: t('ledger.balance'),
      isNumber: true,
      cell: ({ prepaid, granted, free }) =>
        prepaid || granted !== '0' ? (
          <span className={`font-medium ${free.startsWith('-') || free === '0' ? 'text-bad' : ''}`}>
            <Money amount={free} />
          </span>
        ) : (
          '–'
        ),
    },
    {
      id: 'actions',
      title: t('shell.actions'),
      isQuiet: true,
      isNumber: true,
      cell: (account) => <AccountActions account={account} />,
    },
  ];
}

function Name({ account: { id, name } }: { readonly account: Account }) {
  return (
    <>
      <span className="block max-w-64 truncate font-medium" title={name}>
        {name}
      </span>
      {id !== name && (
        <span className="block max-w-64 truncate font-mono text-xs text-muted">{id}</span>
      )}
    </>
  );
}

function State({ account: { prepaid, disabled } }: { readonly account: Account }) {
  const { t } = useLanguage();
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      <Badge tone={prepaid ? 'accent' : 'neutral'}>
        {t(prepaid ? 'ledger.prepaid' : 'ledger.postpaid')}
      </Badge>
      {disabled && <Badge tone="bad">{t('ledger.disabled')}</Badge>}
    </span>
  );
}
