/** The cost of a request, line by line, with its ledger entries. */
import { api, type View } from '../../api/client.ts';
import { useIsOperator, useSurface } from '../../api/surface.ts';
import { useLanguage } from '../../i18n/provider.tsx';
import { Badge, ErrorNotice, Skeleton } from '../../ui/notice.tsx';
import { Money } from '../../ui/values.tsx';

export function Cost({ id }: { readonly id: string }) {
  const { t } = useLanguage();
  const surface = useSurface();
  const cost = api.useQuery('get', surface('/admin/v1/exchanges/{id}/cost'), {
    params: { path: { id } },
  });
  if (cost.isPending) return <Skeleton rows={2} />;
  if (cost.isError) return <ErrorNotice error={cost.error} onRetry={() => void cost.refetch()} />;
  const { attempts } = cost.data;
  if (attempts.length === 0) return <p className="text-muted">{t('requests.noEntries')}</p>;
  return (
    <ol className="flex flex-col gap-4">
      {attempts.map((attempt) => (
        <AttemptCost key={attempt.entry.id} {...attempt} />
      ))}
    </ol>
  );
}

function AttemptCost({ entry, lines }: View<'Explanation'>['attempts'][number]) {
  const { t, format, localize } = useLanguage();
  const isOperator = useIsOperator();
  const { pricing, list_amount: list, amount, attempt } = entry;
  return (
    <li>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span>
          {attempt === null ? t('requests.entry') : t('requests.attempt', { number: attempt })}{' '}
          {pricing !== null && pricing !== 'priced' && (
            <Badge tone={pricing === 'free' ? 'good' : 'warn'}>{t(`requests.${pricing}`)}</Badge>
          )}
        </span>
        <span className="font-medium">
          <Money amount={amount} />
        </span>
      </div>
      {lines.length > 0 && (
        <pre className="mt-1 rounded-lg bg-sunken px-3 py-2 font-mono text-xs leading-relaxed whitespace-pre-wrap">
          {lines.map(localize).join('\n')}
        </pre>
      )}
      {isOperator && (
        <p className="mt-1 text-xs break-all text-muted">
          {t('requests.entry')} {entry.id}
          {list !== null && ` · ${t('requests.listPrice')} ${format.exactMoney(list)}`}
        </p>
      )}
    </li>
  );
}
