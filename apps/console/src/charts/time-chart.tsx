/** Values over time as a chart, with the same figures as a table for those who do not see it. */
import { useState } from 'react';
import { useLanguage } from '../i18n/provider.tsx';
import { Button } from '../ui/button.tsx';
import { ChartTable } from './chart-table.tsx';
import { Drawing } from './drawing.tsx';
import { Swatch } from './swatch.tsx';

export interface Series {
  readonly title: string;
  /** One value for each time; null where there is none. */
  readonly values: readonly (number | null)[];
}

export interface ChartProps {
  /** What is shown, for those who do not see it. */
  readonly label: string;
  /** Milliseconds since 1970, in order. */
  readonly times: readonly number[];
  readonly series: readonly Series[];
  readonly formatValue: (value: number) => string;
  readonly formatTime: (time: number) => string;
  /** Lines, or bars that stand on each other. */
  readonly shape?: 'lines' | 'bars';
  /** The time zone of the axis; the browser's if absent. */
  readonly zone?: string;
  /** Whether there are no parts of one, as of requests. */
  readonly isWhole?: boolean;
}

export function TimeChart(props: ChartProps) {
  const { t } = useLanguage();
  const [isTable, setTable] = useState(false);
  return (
    <figure aria-label={props.label} className="flex flex-col gap-3">
      <figcaption className="flex flex-wrap items-center gap-x-4 gap-y-1 text-xs text-muted">
        {props.series.map(({ title }, index) => (
          <span key={title} className="inline-flex min-w-0 items-center gap-1.5">
            <Swatch index={index} />
            <span className="max-w-60 min-w-0 truncate" title={title}>
              {title}
            </span>
          </span>
        ))}
        <span className="flex-1" />
        <Button look="quiet" onClick={() => setTable(!isTable)}>
          {isTable ? t('shell.asChart') : t('shell.asTable')}
        </Button>
      </figcaption>
      {isTable ? <ChartTable {...props} /> : <Drawing {...props} />}
    </figure>
  );
}
