/** What a key is bound to. */
import type { ReactNode } from 'react';
import type { View } from '../../api/client.ts';
import { useLanguage } from '../../i18n/provider.tsx';
import { Ago, Money } from '../../ui/values.tsx';

export function KeyFacts({ of: key }: { readonly of: View<'Key'> }) {
  const { t } = useLanguage();
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
      <Fact name={t('keys.spent')}>
        <Money amount={key.usage.spent} />
      </Fact>
      <Fact name={t('keys.account')}>{key.account_id}</Fact>
      <Fact name={t('keys.group')}>{key.groups.join(', ')}</Fact>
      <Fact name={t('keys.models')}>{key.models?.join(', ') ?? t('keys.anyModel')}</Fact>
      <Fact name={t('keys.allowed_from')}>
        {key.allowed_from?.join(', ') ?? t('keys.anywhere')}
      </Fact>
      {key.denied_from !== null && (
        <Fact name={t('keys.denied_from')}>{key.denied_from.join(', ')}</Fact>
      )}
      <Fact name={t('keys.created')}>
        <Ago time={key.created_at} />
      </Fact>
      <Fact name={t('keys.lastUsed')}>
        <Ago time={key.last_used_at} />
      </Fact>
      <Fact name={t('keys.expires')}>
        <Ago time={key.expires_at} />
      </Fact>
    </dl>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 text-right">{children}</dd>
    </>
  );
}
