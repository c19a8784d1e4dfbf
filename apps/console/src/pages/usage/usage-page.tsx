/** The page of usage, over time and by dimension. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ChartNoAxesColumn } from 'lucide-react';
import { useState } from 'react';
import { useSurface } from '../../api/surface.ts';
import { useLanguage } from '../../i18n/provider.tsx';
import { CsvButton } from '../../ui/download.tsx';
import { EmptyState, ErrorNotice, Skeleton } from '../../ui/notice.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { Check } from './check.tsx';
import { Controls, dimensionNames } from './controls.tsx';
import { periodOf, type Period } from './period.ts';
import { Totals } from './totals.tsx';
import { UsageChart } from './usage-chart.tsx';
import { UsageTable } from './usage-table.tsx';
import { useUsage, type Usage } from './use-usage.ts';

export function UsagePage() {
  const { t } = useLanguage();
  const search = useSearch({ from: '/usage' });
  const navigate = useNavigate({ from: '/usage' });
  const path = useSurface()('/admin/v1/usage');
  const [now] = useState(() => Date.now());
  const period = periodOf(search, now);
  const usage = useUsage(search, period);
  const { base, by } = usage;
  return (
    <Page
      title={t('nav.usage')}
      actions={
        <CsvButton
          path={path}
          query={{ ...base, by: `${period.step},${by}`, time_zone: period.zone }}
          name={`usage-${period.firstDay}-${period.lastDay}.csv`}
        />
      }
    >
      <Controls
        search={search}
        period={period}
        onChange={(changes) =>
          void navigate({ search: { ...search, ...changes }, replace: true, resetScroll: false })
        }
      />
      <Figures usage={usage} period={period} now={now} />
    </Page>
  );
}

function Figures({
  usage,
  period,
  now,
}: {
  readonly usage: Usage;
  readonly period: Period;
  readonly now: number;
}) {
  const { t } = useLanguage();
  const { whole, by, measure } = usage;
  if (usage.isPending) return <Skeleton rows={8} />;
  if (usage.error) return <ErrorNotice error={usage.error} onRetry={usage.retry} />;
  if (whole === undefined || whole.requests === 0) {
    return (
      <EmptyState icon={ChartNoAxesColumn} title={t('usage.emptyTitle')}>
        {t('usage.empty')}
      </EmptyState>
    );
  }
  const dimension = t(`requests.${dimensionNames[by]}`);
  return (
    <>
      <Totals whole={whole} before={usage.before} />
      <Card title={t('usage.chart', { measure: t(`usage.${measure}`) })}>
        <UsageChart usage={usage} period={period} now={now} />
      </Card>
      <Card title={t('usage.table', { dimension })} isFlush>
        <UsageTable usage={usage} label={dimension} />
      </Card>
      <Check usage={usage} />
    </>
  );
}
