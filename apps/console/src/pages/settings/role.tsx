/** The role of a token or a user. */
import { useLanguage } from '../../i18n/provider.tsx';
import { Badge } from '../../ui/notice.tsx';

export type Role = 'admin' | 'viewer';

export function RoleBadge({ role }: { readonly role: Role }) {
  const { t } = useLanguage();
  return (
    <Badge tone={role === 'admin' ? 'accent' : 'neutral'}>
      {role === 'admin' ? t('shell.admin') : t('shell.viewer')}
    </Badge>
  );
}
