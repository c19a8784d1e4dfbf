/** The figures of today, since midnight in this browser. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useLatency, useUsage } from '../../api/readings.ts';
import { useLanguage } from '../../i18n/provider.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { Stat } from '../../ui/page.tsx';
import { Count, Money } from '../../ui/values.tsx';
import { useToday } from './use-today.ts';

export function Today() {
  const { t, format } = useLanguage();
  const from = useToday();
  const { data, error, refetch } = useUsage({ from });
  if (error !== null) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  const {
    requests,
    failures,
    input_tokens: input,
    output_tokens: output,
    amount,
  } = data?.data[0] ?? nothing;
  const show = (value: ReactNode) => (data === undefined ? '…' : value);
  return (
    <section aria-label={t('home.today')} className="flex flex-col gap-2">
      <h2 className="text-sm font-semibold">{t('home.today')}</h2>
      <dl className="grid grid-cols-2 gap-3 md:grid-cols-3 lg:grid-cols-5">
        <Stat label={t('home.requests')} value={show(<Count value={requests} />)} />
        <Stat
          label={t('home.tokens')}
          value={show(<Count value={input + output} />)}
          detail={show(
            t('home.inputOutput', {
              input: format.compact(input),
              output: format.compact(output),
            }),
          )}
        />
        <Stat label={t('home.cost')} value={show(<Money amount={amount} />)} />
        <Stat
          label={t('home.failures')}
          value={show(
            failures === 0 ? (
              <Count value={0} />
            ) : (
              <Link
                to="/requests"
                search={{ outcome: 'failed', from }}
                title={t('home.openFailures')}
                className="text-accent underline-offset-2 hover:underline"
              >
                <Count value={failures} />
              </Link>
            ),
          )}
          detail={show(
            t('home.ofRequests', { part: format.percent(failures / Math.max(1, requests)) }),
          )}
        />
        <FirstByte from={from} />
      </dl>
    </section>
  );
}

const nothing = { requests: 0, failures: 0, input_tokens: 0, output_tokens: 0, amount: '0' };

function FirstByte({ from }: { readonly from: string }) {
  const { t, format } = useLanguage();
  const { data, isPending } = useLatency(from);
  const show = (time: number | undefined) => {
    if (isPending) return '…';
    return time === undefined ? '–' : format.duration(time);
  };
  return (
    <Stat
      label={t('home.firstByte')}
      value={show(data?.first_byte?.p50)}
      detail={t('home.firstByteDetail', { time: show(data?.first_byte?.p95) })}
    />
  );
}
