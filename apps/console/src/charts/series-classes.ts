/** The colours of series by index; complete class names, so that Tailwind finds them. */

const backgrounds = [
  'bg-series-1',
  'bg-series-2',
  'bg-series-3',
  'bg-series-4',
  'bg-series-5',
  'bg-series-6',
] as const;
const fills = [
  'fill-series-1',
  'fill-series-2',
  'fill-series-3',
  'fill-series-4',
  'fill-series-5',
  'fill-series-6',
] as const;
const strokes = [
  'stroke-series-1',
  'stroke-series-2',
  'stroke-series-3',
  'stroke-series-4',
  'stroke-series-5',
  'stroke-series-6',
] as const;

/** For legends. */
export function seriesClass(index: number): string {
  return backgrounds[index % backgrounds.length] ?? '';
}

export function fillClass(index: number): string {
  return fills[index % fills.length] ?? '';
}

export function strokeClass(index: number): string {
  return strokes[index % strokes.length] ?? '';
}
