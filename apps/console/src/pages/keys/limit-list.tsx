/** The limits of a key with bars. */
import type { View } from '../../api/client.ts';
import type { Translate } from '../../i18n/messages.ts';
import type { Formats } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/provider.tsx';
import { Meter } from '../../ui/meter.tsx';
import { listLimits, type Limit, type LimitName } from './limits.ts';

type Key = View<'Key'>;

export function LimitList({ of: key }: { readonly of: Pick<Key, 'limits' | 'usage'> }) {
  const { t } = useLanguage();
  const limits = listLimits(key);
  const reset = key.limits.quota?.reset ?? 'none';
  if (limits.length === 0) return <p className="text-muted">{t('keys.unlimited')}</p>;
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(18rem,100%),1fr))] gap-x-8 gap-y-4">
      {limits.map((limit) => (
        <li key={limit.name}>
          <LimitBar
            limit={limit}
            label={nameLimit(t, limit.name)}
            detail={isQuota(limit) && reset !== 'none' ? t(`keys.each_${reset}`) : undefined}
          />
        </li>
      ))}
    </ul>
  );
}

/** One limit as text and, if its usage is known, as a bar. */
export function LimitBar({
  limit,
  label,
  detail,
  isPlain = false,
}: {
  readonly limit: Limit;
  readonly label: string;
  readonly detail?: string | undefined;
  /** Hides the label, for a table whose column has it. */
  readonly isPlain?: boolean;
}) {
  const { format } = useLanguage();
  const { used, most } = limit;
  const shown = (value: string) => showAmount(format, limit, value);
  const text = used === null ? shown(most) : `${shown(used)} / ${shown(most)}`;
  return (
    <div className="flex flex-col gap-1.5">
      <p className="flex flex-wrap justify-between gap-x-3 text-xs">
        {!isPlain && (
          <span className="text-muted">
            {label}
            {detail !== undefined && ` · ${detail}`}
          </span>
        )}
        <span className="tabular-nums">{text}</span>
      </p>
      {used !== null && (
        <Meter label={label} value={Number(used)} limit={Number(most)} text={text} />
      )}
    </div>
  );
}

export function nameLimit(t: Translate, name: LimitName): string {
  switch (name) {
    case 'amount':
      return t('keys.quotaAmount');
    case 'tokens':
      return t('keys.quotaTokens');
    case '5h':
    case '1d':
    case '7d':
      return t(`keys.window_${name}`);
    case 'requests_per_minute':
      return t('keys.requestsPerMinute');
    case 'tokens_per_minute':
      return t('keys.tokensPerMinute');
    case 'concurrency':
      return t('keys.concurrency');
  }
}

function isQuota({ name }: Limit): boolean {
  return name === 'amount' || name === 'tokens';
}

function showAmount(format: Formats, { unit }: Limit, value: string): string {
  if (unit === 'dollars') return format.money(value);
  const count = Number(value);
  return count >= 100_000 ? format.compact(count) : format.count(count);
}
