/** The fields of a key: the usual ones, and the others behind a disclosure. */
import { useState, type ReactNode, type Ref } from 'react';
import { api, type View } from '../../api/client.ts';
import { useLanguage } from '../../i18n/provider.tsx';
import { useGroupNames } from '../../routing/scope-picker.tsx';
import { CheckField, SelectField, TextAreaField, TextField } from '../../ui/field.tsx';
import { writeMoment } from './key-input.ts';
import { nameLimit } from './limit-list.tsx';
import { windowNames } from './limits.ts';

type Key = View<'Key'>;

const resets = ['none', 'day', 'week', 'month'] as const;
const rates = ['requests_per_minute', 'tokens_per_minute', 'concurrency'] as const;

interface FieldsProps {
  /** The initial values; absent for a new key. */
  readonly initial?: Key | undefined;
  readonly error: unknown;
  /** The first field, for the focus. */
  readonly first: Ref<HTMLInputElement>;
}

/** Fields with the names of the API, so that each error is shown at its field. */
export function KeyFields({ initial, error, first }: FieldsProps) {
  const { t, messageAt } = useLanguage();
  const errorAt = (name: string) => messageAt(error, name);
  const { groups, group, choose } = useGroupChoice(initial?.groups);
  return (
    <>
      <TextField
        label={t('keys.name')}
        name="name"
        ref={first}
        placeholder={t('keys.nameExample')}
        defaultValue={initial?.name}
        maxLength={128}
        required={initial !== undefined}
        error={errorAt('name')}
      />
      {(groups.length > 1 || groups[0] !== 'default') && (
        <SelectField
          label={t('keys.group')}
          name="groups"
          value={group}
          onChange={(event) => choose(event.currentTarget.value)}
          error={errorAt('groups')}
        >
          {groups.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </SelectField>
      )}
      <QuotaFields quota={initial?.limits.quota} error={errorAt('limits.quota.amount')} />
      <TextField
        label={t('keys.expires')}
        name="expires_at"
        type="datetime-local"
        defaultValue={writeMoment(initial?.expires_at ?? null)}
        hint={t('keys.expiresHint')}
        error={errorAt('expires_at')}
      />
      <details className="rounded-lg border px-4 py-3">
        <summary className="font-medium">{t('keys.more')}</summary>
        <div className="mt-4 flex flex-col gap-4">
          <RareFields
            initial={initial}
            groups={groups.filter((name) => name !== group)}
            errorAt={errorAt}
          />
        </div>
      </details>
    </>
  );
}

function QuotaFields({
  quota,
  error,
}: {
  readonly quota: Key['limits']['quota'] | undefined;
  readonly error: string | undefined;
}) {
  const { t } = useLanguage();
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        label={t('keys.quotaAmount')}
        name="limits.quota.amount"
        inputMode="decimal"
        placeholder={t('keys.unlimitedHint')}
        defaultValue={quota?.amount ?? ''}
        error={error}
      />
      <SelectField
        label={t('keys.reset')}
        name="limits.quota.reset"
        defaultValue={quota?.reset ?? 'month'}
      >
        {resets.map((reset) => (
          <option key={reset} value={reset}>
            {t(`keys.each_${reset}`)}
          </option>
        ))}
      </SelectField>
    </div>
  );
}

/**
 * The default group that is chosen, and the groups to choose from: those that exist, and those of the key, which the
 * configuration may no longer have.
 */
function useGroupChoice(own: readonly string[] = []) {
  const names = useGroupNames();
  const [chosen, choose] = useState<string>();
  const usual = names.includes('default') ? 'default' : names[0];
  return {
    groups: [...new Set([...names, ...own])],
    group: chosen ?? own[0] ?? usual,
    choose,
  };
}

function RareFields({
  initial,
  groups,
  errorAt,
}: {
  readonly initial: Key | undefined;
  /** All but the default group of the key. */
  readonly groups: readonly string[];
  readonly errorAt: (name: string) => string | undefined;
}) {
  const { t } = useLanguage();
  const limits = initial?.limits;
  const number = { type: 'number', min: 1, step: 1, inputMode: 'numeric' } as const;
  return (
    <>
      {initial === undefined && <AccountField error={errorAt('account_id')} />}
      {groups.length > 0 && (
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-1 font-medium">{t('keys.moreGroups')}</legend>
          {groups.map((name) => (
            <CheckField
              key={name}
              label={name}
              name="groups"
              value={name}
              // The default group is replaced by another choice, the others stay.
              defaultChecked={initial?.groups.slice(1).includes(name)}
            />
          ))}
        </fieldset>
      )}
      <TextField
        {...number}
        min={0}
        label={nameLimit(t, 'tokens')}
        name="limits.quota.tokens"
        defaultValue={limits?.quota?.tokens ?? ''}
        error={errorAt('limits.quota.tokens')}
      />
      <Triple>
        {windowNames.map((window) => (
          <TextField
            key={window}
            label={nameLimit(t, window)}
            name={`limits.windows.${window}`}
            inputMode="decimal"
            defaultValue={limits?.windows[window] ?? ''}
            error={errorAt(`limits.windows.${window}`)}
          />
        ))}
      </Triple>
      <Triple>
        {rates.map((rate) => (
          <TextField
            key={rate}
            {...number}
            label={nameLimit(t, rate)}
            name={`limits.${rate}`}
            defaultValue={limits?.[rate] ?? ''}
            error={errorAt(`limits.${rate}`)}
          />
        ))}
      </Triple>
      {(['models', 'allowed_from', 'denied_from'] as const).map((list) => (
        <TextAreaField
          key={list}
          label={t(`keys.${list}`)}
          name={list}
          rows={2}
          defaultValue={initial?.[list]?.join('\n')}
          hint={t(`keys.${list}_hint`)}
          error={errorAt(list)}
        />
      ))}
    </>
  );
}

function AccountField({ error }: { readonly error: string | undefined }) {
  const { t } = useLanguage();
  const { data } = api.useQuery('get', '/admin/v1/accounts', {
    params: { query: { limit: 1_000 } },
  });
  const accounts = data?.data ?? [];
  if (accounts.length < 2) return null;
  return (
    <SelectField
      key={accounts.length}
      label={t('keys.account')}
      name="account_id"
      defaultValue="default"
      error={error}
    >
      {accounts.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

function Triple({ children }: { readonly children: ReactNode }) {
  return <div className="grid items-end gap-4 sm:grid-cols-3">{children}</div>;
}
