/** A chart as SVG, with the colours of the theme. */
import { useEffect, useRef, useState } from 'react';
import { useLanguage } from '../i18n/provider.tsx';
import { ChartTooltip } from './chart-tooltip.tsx';
import { createScale, stack, type Scale, type Span } from './scale.ts';
import { fillClass, strokeClass } from './series-classes.ts';
import type { ChartProps } from './chart-props.ts';
import { nameTimes } from './time-labels.ts';

const heightPx = 240;
const topPx = 8;
const bottomPx = 28;
const rightPx = 8;
const characterPx = 7;
/** Width of a label below the axis. */
const labelPx = 64;
const widestBarPx = 48;

interface Frame {
  readonly left: number;
  readonly width: number;
  /** Width of one time. */
  readonly step: number;
  readonly scale: Scale;
}

export function Drawing(props: ChartProps) {
  const { label, times, series, shape = 'bars', isWhole = false, formatValue, zone } = props;
  const { language } = useLanguage().format;
  const { place, width } = useWidth();
  const [pointed, setPointed] = useState<number | null>(null);
  const rows = series.map(({ values }) => values);
  const spans = shape === 'bars' ? stack(rows) : [];
  const values = shape === 'bars' ? spans.flat(2) : rows.flat().filter((value) => value !== null);
  const scale = createScale(values, isWhole);
  const names = scale.ticks.map(formatValue);
  const left = 16 + characterPx * Math.max(...names.map(({ length }) => length));
  const frame = { left, width, step: Math.max(0, width - left - rightPx) / times.length, scale };
  return (
    <div ref={place} className="relative h-60 min-w-0">
      {width > 0 && (
        <svg
          role="img"
          aria-label={label}
          width={width}
          height={heightPx}
          className="text-xs"
          onPointerMove={({ clientX, currentTarget }) => {
            const x = clientX - currentTarget.getBoundingClientRect().left - left;
            const index = Math.floor(x / frame.step);
            setPointed(index >= 0 && index < times.length ? index : null);
          }}
          onPointerLeave={() => setPointed(null)}
        >
          <ValueAxis frame={frame} names={names} />
          {pointed !== null && (
            <rect
              x={left + pointed * frame.step}
              y={topPx}
              width={frame.step}
              height={heightPx - topPx - bottomPx}
              className="fill-sunken"
            />
          )}
          {shape === 'bars' ? (
            <Bars frame={frame} spans={spans} />
          ) : (
            <Lines frame={frame} rows={rows} />
          )}
          {nameTimes(times, { most: (width - left) / labelPx, language, zone }).map(
            ({ index, text }) => (
              <text
                key={index}
                {...anchorOf(left + (index + 0.5) * frame.step, width)}
                y={heightPx - 8}
                className="fill-muted"
              >
                {text}
              </text>
            ),
          )}
        </svg>
      )}
      {pointed !== null && <ChartTooltip {...props} index={pointed} />}
    </div>
  );
}

function ValueAxis({ frame, names }: { readonly frame: Frame; readonly names: readonly string[] }) {
  const { left, width, scale } = frame;
  return scale.ticks.map((tick, index) => (
    <g key={tick}>
      <line
        x1={left}
        x2={width - rightPx}
        y1={heightOf(frame, tick)}
        y2={heightOf(frame, tick)}
        className="stroke-line"
      />
      <text
        x={left - 8}
        y={heightOf(frame, tick) + 4}
        textAnchor="end"
        className="fill-muted tabular-nums"
      >
        {names[index]}
      </text>
    </g>
  ));
}

function Bars({
  frame,
  spans,
}: {
  readonly frame: Frame;
  readonly spans: readonly (readonly Span[])[];
}) {
  const width = Math.min(widestBarPx, frame.step * 0.7);
  return spans.map((row, series) => (
    <g key={series} className={fillClass(series)}>
      {row.map(([from, to], index) => (
        <rect
          key={index}
          x={frame.left + (index + 0.5) * frame.step - width / 2}
          y={heightOf(frame, to)}
          width={width}
          height={Math.max(0, heightOf(frame, from) - heightOf(frame, to))}
        />
      ))}
    </g>
  ));
}

function Lines({
  frame,
  rows,
}: {
  readonly frame: Frame;
  readonly rows: readonly (readonly (number | null)[])[];
}) {
  return rows.map((row, series) => (
    <g key={series} className={`${strokeClass(series)} ${fillClass(series)}`}>
      <polyline
        points={row.flatMap((value, index) => pointOf(frame, value, index)).join(' ')}
        fill="none"
        strokeWidth={2}
        strokeLinejoin="round"
      />
      {row.map((value, index) => {
        const [point] = pointOf(frame, value, index);
        if (point === undefined) return null;
        const [x, y] = point.split(',');
        return <circle key={index} cx={x} cy={y} r={2.5} />;
      })}
    </g>
  ));
}

function pointOf(frame: Frame, value: number | null, index: number): string[] {
  if (value === null) return [];
  return [`${frame.left + (index + 0.5) * frame.step},${heightOf(frame, value)}`];
}

function heightOf({ scale: { low, high } }: Frame, value: number): number {
  const inner = heightPx - topPx - bottomPx;
  return topPx + inner * (1 - (value - low) / (high - low));
}

/** A label is centred below its time, but never beyond the edge. */
function anchorOf(
  x: number,
  width: number,
): { readonly x: number; readonly textAnchor: 'middle' | 'end' } {
  return x + labelPx / 2 > width ? { x: width, textAnchor: 'end' } : { x, textAnchor: 'middle' };
}

/** The width of an element, as it changes. */
function useWidth() {
  const place = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const resized = new ResizeObserver(() => setWidth(element.clientWidth));
    resized.observe(element);
    return () => {
      resized.disconnect();
    };
  }, []);
  return { place, width };
}
