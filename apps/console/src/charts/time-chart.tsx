/** Values over time as a chart, with the same figures as a table for those who cannot see a canvas. */
import { useEffect, useRef, useState } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { useLanguage } from '../i18n/provider.tsx';
import { useTheme } from '../preferences/preferences.ts';
import { Button } from '../ui/button.tsx';
import { readChartColors, seriesClass, type ChartColors } from './colors.ts';

export interface Series {
  readonly title: string;
  /** One value for each time; null where there is none. */
  readonly values: readonly (number | null)[];
}

interface ChartProps {
  /** What is shown, for those who do not see it. */
  readonly label: string;
  /** Milliseconds since 1970, in order. */
  readonly times: readonly number[];
  readonly series: readonly Series[];
  readonly formatValue: (value: number) => string;
  readonly formatTime: (time: number) => string;
  /** Lines, or bars that stand on each other. */
  readonly shape?: 'lines' | 'bars';
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
            <span aria-hidden className={`size-2.5 shrink-0 rounded-sm ${seriesClass(index)}`} />
            <span className="min-w-0 break-all">{title}</span>
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

function Canvas(props: ChartProps) {
  const { label, times, series, shape = 'bars', formatValue } = props;
  const place = useRef<HTMLDivElement>(null);
  const [theme] = useTheme();
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    let chart: uPlot | undefined;
    const draw = () => {
      chart?.destroy();
      const colors = readChartColors(element);
      const options = describeChart({
        colors,
        series,
        shape,
        formatValue,
        width: element.clientWidth,
      });
      chart = new uPlot(options, toData(times, series, shape), element);
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
  }, [times, series, shape, formatValue, theme]);
  return <div ref={place} role="img" aria-label={label} className="h-60 min-w-0 overflow-hidden" />;
}

interface ChartDescription extends Pick<ChartProps, 'series' | 'formatValue'> {
  readonly colors: ChartColors;
  readonly shape: 'lines' | 'bars';
  readonly width: number;
}

function describeChart({
  colors,
  series,
  shape,
  formatValue,
  width,
}: ChartDescription): uPlot.Options {
  const axis = {
    stroke: colors.text,
    grid: { stroke: colors.line, width: 1 },
    ticks: { show: false },
  };
  return {
    width,
    height: heightPx,
    legend: { show: false },
    cursor: { drag: { x: false, y: false } },
    scales: { y: { range: (_, __, most) => [0, most <= 0 ? 1 : most * 1.1] } },
    axes: [
      axis,
      { ...axis, size: 72, values: (_, ticks) => ticks.map((tick) => formatValue(tick)) },
    ],
    series: [
      {},
      ...series.map(({ title }, index) =>
        describeSeries(title, colors.series[index % colors.series.length], shape),
      ),
    ],
    ...(shape === 'bars' && { bands: stackBands(series.length) }),
  };
}

function describeSeries(
  label: string,
  color: string | undefined,
  shape: 'lines' | 'bars',
): uPlot.Series {
  const look = { label, stroke: color ?? 'gray', width: 2, points: { show: false } };
  if (shape === 'lines') return { ...look, spanGaps: true };
  const paths = uPlot.paths.bars?.({ size: [0.7, 40], radius: 0.1 });
  return { ...look, width: 0, fill: color ?? 'gray', ...(paths && { paths }) };
}

/** Each bar is drawn from the top of the one below. */
function stackBands(count: number): uPlot.Band[] {
  return Array.from({ length: Math.max(0, count - 1) }, (_, index) => ({
    series: [index + 1, index + 2],
  }));
}

/** The first series stands on all others, so that the order of the legend is that of the bars from above. */
function toData(
  times: readonly number[],
  series: readonly Series[],
  shape: 'lines' | 'bars',
): uPlot.AlignedData {
  const seconds = times.map((time) => time / 1_000);
  const rows = series.map(({ values }) => [...values]);
  if (shape === 'bars') {
    for (let index = rows.length - 2; index >= 0; index -= 1) {
      const below = rows[index + 1];
      rows[index] = rows[index]?.map((value, at) => (value ?? 0) + (below?.[at] ?? 0)) ?? [];
    }
  }
  return [seconds, ...rows];
}

function ChartTable({ label, times, series, formatValue, formatTime }: ChartProps) {
  const { t } = useLanguage();
  return (
    <div tabIndex={0} role="region" aria-label={label} className="max-h-72 overflow-auto">
      <table className="w-full text-left">
        <thead>
          <tr className="border-b text-xs text-muted">
            <th scope="col" className="px-3 py-2 font-medium">
              {t('shell.time')}
            </th>
            {series.map(({ title }) => (
              <th key={title} scope="col" className="px-3 py-2 text-right font-medium">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {times.map((time, row) => (
            <tr key={time} className="border-b last:border-0">
              <th scope="row" className="px-3 py-1.5 font-normal whitespace-nowrap">
                {formatTime(time)}
              </th>
              {series.map(({ title, values }) => {
                const value = values[row] ?? null;
                return (
                  <td key={title} className="px-3 py-1.5 text-right tabular-nums">
                    {value === null ? '–' : formatValue(value)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
