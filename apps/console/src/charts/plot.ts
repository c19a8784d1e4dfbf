/** What uPlot is told: axes in a time zone and a language, bars that stand on each other, lines. */
import uPlot from 'uplot';
import type { ChartColors } from './colors.ts';

export interface Plot {
  readonly colors: ChartColors;
  readonly titles: readonly string[];
  readonly shape: 'lines' | 'bars';
  readonly width: number;
  readonly height: number;
  readonly formatValue: (value: number) => string;
  readonly isWhole: boolean;
  readonly language: string;
  readonly zone: string | undefined;
  /** Told with the index of the time under the cursor; null when there is none. */
  readonly onCursor: (index: number | null) => void;
}

const font = '12px system-ui, sans-serif';
const daySeconds = 86_400;
const hourSeconds = 3_600;
/** For figures of which there is no half. */
const wholeSteps = Array.from({ length: 16 }, (_, power) =>
  [1, 2, 5].map((step) => step * 10 ** power),
).flat();

export function describePlot(plot: Plot): uPlot.Options {
  const { colors, formatValue, isWhole, zone } = plot;
  const axis = {
    font,
    stroke: colors.text,
    grid: { stroke: colors.line, width: 1 },
    ticks: { show: false },
  };
  return {
    width: plot.width,
    height: plot.height,
    legend: { show: false },
    cursor: { drag: { x: false, y: false }, points: { show: plot.shape === 'lines' }, y: false },
    scales: {
      x: { range: (chart, low, high) => widen(chart.data[0], low, high) },
      y: { range: (_, __, most) => [0, most <= 0 ? 1 : most * 1.1] },
    },
    ...(zone !== undefined && {
      tzDate: (seconds: number) => uPlot.tzDate(new Date(seconds * 1_000), zone),
    }),
    axes: [
      { ...axis, size: 28, values: (...[, ticks, , , step]) => nameTimes(plot, ticks, step) },
      {
        ...axis,
        size: (_, names: string[] | null) => 18 + 7 * longestOf(names ?? []),
        values: (_, ticks) => ticks.map(formatValue),
        ...(isWhole && { incrs: wholeSteps }),
      },
    ],
    series: [{}, ...plot.titles.map((title, index) => describeSeries(plot, title, index))],
    hooks: { setCursor: [(chart) => plot.onCursor(chart.cursor.idx ?? null)] },
  };
}

/** Half a step at both ends, so that the first and the last bar are whole; a day around a single one. */
function widen(times: ArrayLike<number>, low: number, high: number): [number, number] {
  const [first = low, second = first + daySeconds] = Array.from(times);
  const half = (second - first) / 2;
  return [low - half, high + half];
}

function longestOf(names: readonly string[]): number {
  return names.reduce((most, name) => Math.max(most, name.length), 0);
}

function nameTimes(
  { language, zone }: Plot,
  ticks: readonly number[],
  stepSeconds: number,
): string[] {
  const base = { timeZone: zone } as const;
  const day = new Intl.DateTimeFormat(language, { ...base, month: 'short', day: 'numeric' });
  const hour = new Intl.DateTimeFormat(language, {
    ...base,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  return ticks.map((seconds) => {
    const time = seconds * 1_000;
    if (stepSeconds >= daySeconds) return day.format(time);
    const name = hour.format(time);
    return stepSeconds >= hourSeconds && name === '00:00' ? day.format(time) : name;
  });
}

function describeSeries({ colors, shape }: Plot, label: string, index: number): uPlot.Series {
  const color = colors.series[index % colors.series.length] ?? 'gray';
  const look = { label, stroke: color, points: { show: false } };
  if (shape === 'lines') return { ...look, width: 2, spanGaps: true, points: { size: 6 } };
  const paths = uPlot.paths.bars?.({ size: [0.7, 48] });
  return { ...look, width: 0, fill: color, ...(paths && { paths }) };
}

/**
 * The figures as uPlot draws them: of bars the first series is the sum of all and is drawn first, so that
 * the next ones stand before it and the order of the legend is that of the bars from above.
 */
export function toData(
  times: readonly number[],
  rows: readonly (readonly (number | null)[])[],
  shape: 'lines' | 'bars',
): uPlot.AlignedData {
  const data = rows.map((values) => [...values]);
  if (shape === 'bars') {
    for (let index = data.length - 2; index >= 0; index -= 1) {
      const below = data[index + 1];
      data[index] = data[index]?.map((value, at) => (value ?? 0) + (below?.[at] ?? 0)) ?? [];
    }
  }
  return [times.map((time) => time / 1_000), ...data];
}
