/** The status of a key as a badge. */
import type { View } from '../../api/client.ts';
import { useLanguage } from '../../i18n/provider.tsx';
import { Badge, type Tone } from '../../ui/notice.tsx';

const tones: Readonly<Record<View<'Key'>['status'], Tone>> = {
  active: 'good',
  disabled: 'neutral',
  expired: 'bad',
  quota_exhausted: 'warn',
};

export function KeyStatus({ status }: Pick<View<'Key'>, 'status'>) {
  const { t } = useLanguage();
  return <Badge tone={tones[status]}>{t(`keys.status_${status}`)}</Badge>;
}
