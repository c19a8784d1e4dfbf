/** Compares the sums with the list of requests, if the list is short enough. */
import { useMutation } from '@tanstack/react-query';
import { useSurface } from '../../api/surface.ts';
import { useLanguage } from '../../i18n/provider.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice, Notice } from '../../ui/notice.tsx';
import { mostCompared, reconcile, type Comparison } from './reconcile.ts';
import type { Usage } from './use-usage.ts';

export function Check({ usage }: { readonly usage: Usage }) {
  const { t } = useLanguage();
  const surface = useSurface();
  const paths = { usage: surface('/admin/v1/usage'), exchanges: surface('/admin/v1/exchanges') };
  const check = useMutation({
    mutationFn: () => reconcile({ paths, query: usage.base }, Date.now()),
  });
  if ((usage.whole?.requests ?? 0) > mostCompared) return null;
  return (
    <div className="flex flex-col items-start gap-3">
      <Button isBusy={check.isPending} onClick={() => check.mutate()}>
        {t('usage.check')}
      </Button>
      <div role="status">{check.data && <Result comparison={check.data} />}</div>
      {check.isError && <ErrorNotice error={check.error} />}
    </div>
  );
}

function Result({ comparison: { isSame, sums, list } }: { readonly comparison: Comparison }) {
  const { t, format } = useLanguage();
  const figures = {
    count: format.count(sums.count),
    amount: format.exactMoney(sums.amount),
    tokens: format.count(sums.tokens),
  };
  if (isSame) return <Notice tone="good">{t('usage.agrees', figures)}</Notice>;
  return (
    <Notice tone="warn">
      <p>
        {t('usage.differs', {
          ...figures,
          listCount: format.count(list.count),
          listAmount: format.exactMoney(list.amount),
          listTokens: format.count(list.tokens),
        })}
      </p>
      {list.count < sums.count && <p className="mt-1">{t('usage.differsHint')}</p>}
    </Notice>
  );
}
