/** The colours of a chart as the theme has them now; a canvas cannot read variables by itself. */
const seriesCount = 6;

export interface ChartColors {
  readonly text: string;
  readonly line: string;
  readonly series: readonly string[];
}

export function readChartColors(element: Element): ChartColors {
  const style = getComputedStyle(element);
  const resolve = (name: string) => resolveColor(element, style.getPropertyValue(name).trim());
  return {
    text: resolve('--color-muted'),
    line: resolve('--color-line'),
    series: Array.from({ length: seriesCount }, (_, index) =>
      resolve(`--color-series-${index + 1}`),
    ),
  };
}

/** The class of a series' colour, for legends beside a canvas. */
export function seriesClass(index: number): string {
  return (
    ['bg-series-1', 'bg-series-2', 'bg-series-3', 'bg-series-4', 'bg-series-5', 'bg-series-6'][
      index % seriesCount
    ] ?? 'bg-series-1'
  );
}

/** `light-dark()` has no colour of its own before an element uses it. */
function resolveColor(parent: Element, value: string): string {
  const probe = document.createElement('span');
  probe.style.color = value;
  parent.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
