/** Values over time as a chart, with the same figures as a table for those who cannot see a canvas. */
import { useEffect, useRef, useState } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { useLanguage } from '../i18n/provider.tsx';
import { useTheme } from '../preferences/preferences.ts';
import { Button } from '../ui/button.tsx';
import { ChartTable } from './chart-table.tsx';
import { readChartColors, seriesClass } from './colors.ts';
import { describePlot, toData } from './plot.ts';

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

const heightPx = 240;

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
      {isTable ? <ChartTable {...props} /> : <Canvas {...props} />}
    </figure>
  );
}

function Swatch({ index }: { readonly index: number }) {
  return <span aria-hidden className={`size-2.5 shrink-0 rounded-sm ${seriesClass(index)}`} />;
}

function Canvas(props: ChartProps) {
  const { label, times, series, shape = 'bars', formatValue, zone, isWhole = false } = props;
  const { language } = useLanguage().format;
  const place = useRef<HTMLDivElement>(null);
  const [theme] = useTheme();
  const [pointed, setPointed] = useState<number | null>(null);
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    let chart: uPlot | undefined;
    const draw = () => {
      chart?.destroy();
      const plot = describePlot({
        ...{ shape, formatValue, isWhole, language, zone, onCursor: setPointed },
        colors: readChartColors(element),
        titles: series.map(({ title }) => title),
        width: element.clientWidth,
        height: heightPx,
      });
      const rows = series.map(({ values }) => values);
      chart = new uPlot(plot, toData(times, rows, shape), element);
    };
    draw();
    const resized = new ResizeObserver(() =>
      chart?.setSize({ width: element.clientWidth, height: heightPx }),
    );
    resized.observe(element);
    const system = matchMedia('(prefers-color-scheme: dark)');
    system.addEventListener('change', draw);
    return () => {
      resized.disconnect();
      system.removeEventListener('change', draw);
      chart?.destroy();
    };
  }, [times, series, shape, formatValue, isWhole, language, zone, theme]);
  return (
    <div className="relative min-w-0">
      <div ref={place} role="img" aria-label={label} className="h-60 overflow-hidden" />
      {pointed !== null && <Tooltip {...props} index={pointed} />}
    </div>
  );
}

/** The figures of the time under the cursor, on the side where the cursor is not. */
function Tooltip({
  times,
  series,
  index,
  shape,
  formatTime,
  formatValue,
}: ChartProps & { readonly index: number }) {
  const { t } = useLanguage();
  const time = times[index];
  if (time === undefined) return null;
  const isRight = index >= times.length / 2;
  const values = series.map(({ values: all }) => all[index] ?? null);
  return (
    <div
      aria-hidden
      className={`pointer-events-none absolute top-2 z-10 max-w-[60%] rounded-lg border bg-raised px-3 py-2 text-xs shadow-lg ${isRight ? 'left-16' : 'right-2'}`}
    >
      <p className="font-medium">{formatTime(time)}</p>
      <dl className="mt-1 grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-2 gap-y-0.5">
        {series.map(({ title }, at) => (
          <div key={title} className="contents">
            <Swatch index={at} />
            <dt className="truncate">{title}</dt>
            <dd className="text-right tabular-nums">{writeValue(values[at], formatValue)}</dd>
          </div>
        ))}
        {shape !== 'lines' && series.length > 1 && (
          <div className="contents font-medium">
            <dt className="col-span-2">{t('shell.total')}</dt>
            <dd className="text-right tabular-nums">
              {formatValue(values.reduce<number>((sum, value) => sum + (value ?? 0), 0))}
            </dd>
          </div>
        )}
      </dl>
    </div>
  );
}

function writeValue(
  value: number | null | undefined,
  formatValue: (value: number) => string,
): string {
  return value === null || value === undefined ? '–' : formatValue(value);
}
