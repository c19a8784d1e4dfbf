/** Draws the CPU time of gateways, as times that of nginx, as bars in an SVG. */
import { writeRatio, type Row, type Table } from './table.ts';

interface Bar {
  readonly title: string;
  readonly ratio: number;
}

const panels = [
  { column: 'whole-1k', title: 'CPU of a whole answer, 1 KB' },
  { column: 'stream-10000', title: 'CPU of an event, at 10,000 events/s' },
] as const;

const width = 760;
const labelWidth = 220;
const barHeight = 20;
const gap = 8;
const headHeight = 34;

/** What is drawn of the results of a run. */
interface Drawn {
  readonly tables: readonly Table[];
  /** In UTC, in ISO 8601. */
  readonly date: string;
}

/** The plot; readable on a light and on a dark page. */
export function drawPlot({ tables, date }: Drawn): string {
  const rows = tables.find(({ id }) => id === 'cpu')?.rows ?? [];
  const drawn: string[] = [];
  let top = 0;
  for (const { column, title } of panels) {
    const bars = listBars(rows, column);
    drawn.push(`<g transform="translate(0 ${top})">${drawPanel(title, bars)}</g>`);
    top += headHeight + bars.length * (barHeight + gap) + 16;
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${top + 20}" role="img" aria-label="CPU time of gateways as times that of nginx">
<style>text { font: 13px system-ui, sans-serif; fill: #1f2328 } .title { font-weight: 600 } .small { font-size: 11px } .other { fill: #8c959f } .ours { fill: #0969da } @media (prefers-color-scheme: dark) { text { fill: #e6edf3 } .other { fill: #6e7681 } .ours { fill: #4493f8 } }</style>
${drawn.join('\n')}
<text class="small" x="0" y="${top + 10}">Times the CPU time of nginx in the same rounds, on one core; less is better. ${date.slice(0, 10)}</text>
</svg>
`;
}

function listBars(rows: readonly Row[], column: string): Bar[] {
  return rows
    .flatMap(({ title, cells }) => {
      const cell = cells[column];
      const ratio = cell !== undefined && 'value' in cell ? cell.ratio : undefined;
      return ratio === undefined ? [] : [{ title, ratio }];
    })
    .sort((left, right) => left.ratio - right.ratio);
}

function drawPanel(title: string, bars: readonly Bar[]): string {
  const most = Math.max(1, ...bars.map(({ ratio }) => ratio));
  const space = width - labelWidth - 60;
  const drawn = bars.map((bar, index) => {
    const y = headHeight + index * (barHeight + gap);
    const length = Math.max(2, Math.round((bar.ratio / most) * space));
    const kind = bar.title.startsWith('Parley') ? 'ours' : 'other';
    const middle = y + barHeight / 2 + 5;
    return `<text x="${labelWidth - 8}" y="${middle}" text-anchor="end">${escape(bar.title)}</text><rect class="${kind}" x="${labelWidth}" y="${y}" width="${length}" height="${barHeight}" rx="3"/><text x="${labelWidth + length + 6}" y="${middle}">${writeRatio(bar.ratio)}</text>`;
  });
  return `<text class="title" x="0" y="18">${escape(title)}</text>${drawn.join('')}`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
