/** A chart of values over time, which can be shown as a table for accessibility. */
import { useState } from 'react';
import { useLanguage } from '../i18n/provider.tsx';
import { Button } from '../ui/button.tsx';
import type { ChartProps } from './chart-props.ts';
import { ChartTable } from './chart-table.tsx';
import { Drawing } from './drawing.tsx';
import { Swatch } from './swatch.tsx';

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
