/** The figures of the whole period. */
import { useIsOperator } from '../../api/surface.ts';
import { useLanguage } from '../../i18n/provider.tsx';
import { toNanoUsd, writeNanoUsd } from '../../money/nano-usd.ts';
import { Stat } from '../../ui/page.tsx';
import { Count, Money } from '../../ui/values.tsx';
import { changeOf, measureOf, sumsOf, type Row } from './sums.ts';

export function Totals({
  whole,
  before,
}: {
  readonly whole: Row;
  readonly before: readonly Row[] | undefined;
}) {
  const { t, format } = useLanguage();
  const isOperator = useIsOperator();
  const share = measureOf(sumsOf(whole), 'cacheShare');
  return (
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-5">
      <Stat
        label={t('usage.amount')}
        value={<Money amount={whole.amount} />}
        detail={
          <>
            <span className="block">
              {t('usage.change')} <Change {...changeOf(whole, before)} />
            </span>
            {isOperator && <MarginText row={whole} />}
          </>
        }
      />
      <Stat
        label={t('usage.requests')}
        value={<Count value={whole.requests} />}
        detail={t('usage.failed', { count: format.count(whole.failures) })}
      />
      <Stat
        label={t('usage.input')}
        value={<Count value={whole.input_tokens} />}
        detail={t('usage.fromCache', { count: format.compact(whole.cache_read_tokens) })}
      />
      <Stat
        label={t('usage.output')}
        value={<Count value={whole.output_tokens} />}
        detail={t('usage.reasoningOf', { count: format.compact(whole.reasoning_tokens) })}
      />
      <Stat
        label={t('usage.cacheShare')}
        value={share === null ? '–' : format.percent(share)}
        detail={t('usage.intoCache', { count: format.compact(whole.cache_write_tokens) })}
      />
    </dl>
  );
}

/** How much more or less than in the period before, with its amount. */
export function Change({ before, change }: { readonly before?: string; readonly change?: string }) {
  const { t, format } = useLanguage();
  if (before === undefined || change === undefined) return '…';
  const sign = Number(change) > 0 ? '+' : '';
  const part = Number(change) / Number(before);
  return (
    <span title={t('usage.before', { amount: format.exactMoney(before) })}>
      {sign}
      {format.money(change)}
      {Number.isFinite(part) && ` (${sign}${format.percent(part)})`}
    </span>
  );
}

/** What clients pay beyond the cost of the targets. */
export function marginOf(row: Row): string {
  return writeNanoUsd(toNanoUsd(row.amount) - toNanoUsd(row.cost_amount ?? row.amount));
}

function MarginText({ row }: { readonly row: Row }) {
  const { t, format } = useLanguage();
  const text = t('usage.marginOf', {
    amount: format.money(marginOf(row)),
    cost: format.money(row.cost_amount ?? row.amount),
  });
  return <span title={text}>{text}</span>;
}
