/** The field for the credential of an upstream; without a secret key of the gateway it explains how to set one. */
import { api } from '../../api/client.ts';
import type { Entity } from '../../configuration/entities.ts';
import { useLanguage } from '../../i18n/provider.tsx';
import { CodeBlock } from '../../ui/copy.tsx';
import { CheckField, TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useProviders } from './use-upstreams.ts';

export function CredentialField({
  entity,
  provider: id,
  value,
  onChange,
  error,
}: {
  readonly entity: Entity | undefined;
  readonly provider: string;
  /** Null removes it; undefined keeps it. */
  readonly value: string | null | undefined;
  readonly onChange: (value: string | null | undefined) => void;
  readonly error: string | undefined;
}) {
  const { t } = useLanguage();
  const provider = useProviders().find((each) => each.id === id);
  const isSet = entity?.credential === 'set';
  const lacksSecretKey = useLacksSecretKey();
  if (provider?.credential === 'none') return null;
  if (lacksSecretKey) return <SecretKeyNeeded variable={provider?.variables[0]} />;
  return (
    <div className="flex flex-col gap-2">
      <TextField
        type="password"
        label={t('providers.credential')}
        hint={isSet ? t('providers.credentialKept') : t('providers.credentialHint')}
        autoComplete="new-password"
        placeholder={isSet ? '••••••••' : ''}
        disabled={value === null}
        value={value ?? ''}
        onInput={(event) => onChange(event.currentTarget.value || undefined)}
        error={error}
      />
      {isSet && (
        <CheckField
          label={t('providers.removeCredential')}
          checked={value === null}
          onChange={(event) => onChange(event.currentTarget.checked ? null : undefined)}
        />
      )}
    </div>
  );
}

/** Credentials are stored only encrypted. */
function useLacksSecretKey(): boolean {
  const { data } = api.useQuery('get', '/admin/v1/configuration');
  return data?.facts.some(({ name, value }) => name === 'secret_key' && value !== 'set') ?? false;
}

function SecretKeyNeeded({ variable }: { readonly variable: string | undefined }) {
  const { t } = useLanguage();
  return (
    <Notice tone="warn">
      <p className="font-medium">{t('providers.noSecretKey')}</p>
      <p className="my-2">{t('providers.secretKeyHint')}</p>
      <CodeBlock
        label={t('providers.secretKeyCommands')}
        code={'parley generate secret-key\nexport PARLEY_SECRET_KEY=…'}
      />
      {variable !== undefined && (
        <p className="mt-2">{t('providers.orEnvironment', { variable })}</p>
      )}
    </Notice>
  );
}
