/** The values of a chart as a table. */
import { useLanguage } from '../i18n/provider.tsx';
import type { ChartProps } from './chart-props.ts';

export function ChartTable({ label, times, series, formatValue, formatTime }: ChartProps) {
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
