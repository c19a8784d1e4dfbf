import type { JsonObject } from '@parley/protocol';

/** The longest string made to please `minLength`. */
const longest = 10_000;

const formats: ReadonlyMap<unknown, string> = new Map([
  ['date', '2026-01-01'],
  ['date-time', '2026-01-01T12:00:00Z'],
  ['time', '12:00:00Z'],
  ['duration', 'PT1H'],
  ['email', 'someone@example.com'],
  ['hostname', 'example.com'],
  ['ipv4', '192.0.2.1'],
  ['ipv6', '2001:db8::1'],
  ['uri', 'https://example.com/'],
  ['uuid', '00000000-0000-4000-8000-000000000000'],
]);

export function sampleString(schema: JsonObject): string {
  const sample = formats.get(schema['format']) ?? 'example';
  const least = Math.min(numberIn(schema, 'minLength') ?? 0, longest);
  const most = numberIn(schema, 'maxLength') ?? longest;
  return sample.padEnd(least, '.').slice(0, Math.max(0, most));
}

/** The lowest fitting number, 1 without a lower bound. */
export function sampleNumber(schema: JsonObject, whole: boolean): number {
  const above = numberIn(schema, 'exclusiveMinimum');
  const below = numberIn(schema, 'exclusiveMaximum');
  const upper = numberIn(schema, 'maximum') ?? below;
  const lower = numberIn(schema, 'minimum') ?? above ?? Math.min(1, upper ?? 1);
  const step = numberIn(schema, 'multipleOf') ?? 1;
  let sample = Math.ceil(lower / step) * step;
  if (sample === above) sample += step;
  const fits = upper === undefined || (sample === below ? false : sample <= upper);
  if (fits) return sample;
  const low = Math.floor(upper / step) * step;
  if (low >= lower && low !== below) return low;
  return whole ? low - step : (lower + upper) / 2;
}

function numberIn(schema: JsonObject, name: string): number | undefined {
  const value = schema[name];
  return typeof value === 'number' ? value : undefined;
}
