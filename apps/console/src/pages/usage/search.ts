/** The search parameters of this page. */
import { isZone, readDay } from '../../calendar/zone.ts';
import { compact, readChoice, readText, type RawSearch } from '../../search/read-search.ts';

export const ranges = ['today', 'yesterday', 'week', 'month', 'quarter', 'custom'] as const;
export const dimensions = ['model', 'key', 'group', 'account', 'upstream'] as const;
export const measures = [
  'amount',
  'requests',
  'tokens',
  'kinds',
  'cacheShare',
  'failures',
  'margin',
] as const;

export type Dimension = (typeof dimensions)[number];
export type Measure = (typeof measures)[number];
export type UsageSearch = ReturnType<typeof readUsageSearch>;

export function readUsageSearch(search: RawSearch) {
  return compact({
    range: readChoice(search, 'range', ranges),
    from: readDay(readText(search, 'from') ?? ''),
    until: readDay(readText(search, 'until') ?? ''),
    by: readChoice(search, 'by', dimensions),
    step: readChoice(search, 'step', ['day', 'hour']),
    zone: readZone(search),
    measure: readChoice(search, 'measure', measures),
    account_id: readText(search, 'account_id'),
    key_id: readText(search, 'key_id'),
    group: readText(search, 'group'),
    model: readText(search, 'model'),
    upstream: readText(search, 'upstream'),
  });
}

function readZone(search: RawSearch): string | undefined {
  const zone = readText(search, 'zone');
  return zone !== undefined && isZone(zone) ? zone : undefined;
}
