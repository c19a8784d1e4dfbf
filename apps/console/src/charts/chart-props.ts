/** The properties of a chart over time, which its drawing, table and tooltip share. */
export interface Series {
  readonly title: string;
  /** One value per time; null for a missing value. */
  readonly values: readonly (number | null)[];
}

export interface ChartProps {
  /** The accessible name. */
  readonly label: string;
  /** Milliseconds since 1970, ascending. */
  readonly times: readonly number[];
  readonly series: readonly Series[];
  readonly formatValue: (value: number) => string;
  readonly formatTime: (time: number) => string;
  /** Lines or stacked bars; bars by default. */
  readonly shape?: 'lines' | 'bars';
  /** The time zone of the axis; that of the browser by default. */
  readonly zone?: string;
  /** Whether values are integers, such as counts of requests. */
  readonly isWhole?: boolean;
}
