/** The badge of a request: its HTTP status and, if that is not enough, its outcome. */
import type { Exchange } from '../../api/records.ts';
import { useLanguage } from '../../i18n/provider.tsx';
import { Badge } from '../../ui/notice.tsx';

const tones = { completed: 'good', failed: 'bad', canceled: 'warn' } as const;

export function StatusBadge({ exchange }: { readonly exchange: Exchange }) {
  const { t } = useLanguage();
  const { outcome, status } = exchange;
  const words = {
    completed: '',
    failed: ` · ${t('requests.failed')}`,
    canceled: ` · ${t('requests.canceledShort')}`,
  }[outcome];
  return (
    <Badge tone={tones[outcome]}>
      {status}
      {words}
    </Badge>
  );
}
