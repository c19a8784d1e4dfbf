/** One request of the list: one line of cells or, where the list is narrow, two short ones. */
import { memo, type ReactNode } from 'react';
import type { Exchange } from '../../api/records.ts';
import { useLanguage } from '../../i18n/provider.tsx';
import { Count, Money } from '../../ui/values.tsx';
import { inputOf, outputOf } from '../request/trace.ts';
import { StatusBadge } from './status-badge.tsx';

/** The columns of the head and of each row; a narrow list shows three of them. */
export const rowClass =
  'grid items-center gap-x-4 px-4 grid-cols-[minmax(0,1fr)_auto_auto] @min-[60rem]:grid-cols-[8rem_9rem_minmax(0,1.4fr)_minmax(0,1fr)_7.5rem_7rem_5.5rem]';

export const Row = memo(function Row({ exchange }: { readonly exchange: Exchange }) {
  const { format } = useLanguage();
  const { model, upstream, upstream_model: sent, tokens, error_code: code } = exchange;
  const key = exchange.key_name ?? exchange.key_id;
  return (
    <>
      <Cell isWide>
        <Moment time={exchange.started_at} />
      </Cell>
      <Cell isLate>
        <StatusBadge exchange={exchange} />
        <Second isWide>{code}</Second>
      </Cell>
      <Cell isFirst>
        <span className="block truncate font-medium" title={model}>
          {model}
        </span>
        <Second>
          <span className="@min-[60rem]:hidden">
            <Moment time={exchange.started_at} /> ·{' '}
          </span>
          {key} · {exchange.group}
        </Second>
      </Cell>
      <Cell isWide>
        <span className="block truncate">{upstream ?? '–'}</span>
        <Second>{sent}</Second>
      </Cell>
      <Cell isWide isNumber>
        {exchange.first_byte_ms === null ? '–' : format.duration(exchange.first_byte_ms)}
        <Second>{format.duration(exchange.duration_ms)}</Second>
      </Cell>
      <Cell isWide isNumber>
        {exchange.attempts === 0 ? '–' : <Count value={inputOf(tokens)} />}
        {tokens && (
          <Second>
            <Count value={outputOf(tokens)} />
          </Second>
        )}
      </Cell>
      <Cell isNumber isLate>
        <Money amount={exchange.amount} />
      </Cell>
    </>
  );
});

interface CellProps {
  readonly children: ReactNode;
  /** Not in a narrow list. */
  readonly isWide?: boolean;
  readonly isNumber?: boolean;
  readonly isFirst?: boolean;
  readonly isLate?: boolean;
}

function Cell({ children, isWide, isNumber, isFirst, isLate }: CellProps) {
  const place = isFirst ? '@max-[60rem]:order-1' : isLate ? '@max-[60rem]:order-2' : '';
  return (
    <div
      role="gridcell"
      className={`min-w-0 ${place} ${isWide ? '@max-[60rem]:hidden' : ''} ${isNumber ? 'text-right tabular-nums' : ''}`}
    >
      {children}
    </div>
  );
}

function Second({ children, isWide }: { readonly children: ReactNode; readonly isWide?: boolean }) {
  return (
    <span className={`block truncate text-xs text-muted ${isWide ? '@max-[60rem]:hidden' : ''}`}>
      {children}
    </span>
  );
}

/** The time of day; before today the day, too. */
function Moment({ time }: { readonly time: string }) {
  const { format } = useLanguage();
  return (
    <time dateTime={time} title={format.time(time)} className="whitespace-nowrap">
      {format.moment(time)}
    </time>
  );
}
