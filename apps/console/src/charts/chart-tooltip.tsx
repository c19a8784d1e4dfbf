/** The values at the time under the pointer, on the opposite side of the chart. */
import { useLanguage } from '../i18n/provider.tsx';
import { Swatch } from './swatch.tsx';
import type { ChartProps } from './chart-props.ts';

export function ChartTooltip({
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
