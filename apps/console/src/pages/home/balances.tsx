/** The balances of accounts. */
import { Link } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { useLanguage } from '../../i18n/provider.tsx';
import { Card } from '../../ui/page.tsx';
import { Money } from '../../ui/values.tsx';

const shown = 5;

export function Balances() {
  const { t, format } = useLanguage();
  const { data } = api.useQuery('get', '/admin/v1/accounts', {
    params: { query: { limit: shown } },
  });
  if (data === undefined) return null;
  return (
    <Card
      title={t('home.balances')}
      actions={
        <Link to="/ledger" className="text-sm text-accent hover:underline">
          {t('home.moreAccounts')}
        </Link>
      }
    >
      <dl className="flex flex-col gap-2">
        {data.data.map(({ id, name, prepaid, granted, free, spent }) => (
          <div key={id} className="flex flex-wrap items-baseline justify-between gap-x-4">
            <dt className="min-w-0">{name}</dt>
            <dd className="flex items-baseline gap-3">
              <span className="text-xs text-muted" title={format.exactMoney(spent)}>
                {t('home.spent', { amount: format.money(spent) })}
              </span>
              {(prepaid || granted !== '0') && (
                <strong>
                  <Money amount={free} /> <span className="font-normal">{t('home.left')}</span>
                </strong>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
