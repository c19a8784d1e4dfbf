/** The form of an upstream; its credential is sent once and never shown. */
import { useState } from 'react';
import {
  formatEntries,
  linesOf,
  parseEntries,
  textOf,
  textsOf,
  type Draft,
} from '../../configuration/draft.ts';
import type { Entity } from '../../configuration/entities.ts';
import { EntityEditor, type DraftForm } from '../../configuration/entity-editor.tsx';
import { useLanguage } from '../../i18n/provider.tsx';
import { SelectField, TextAreaField, TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { dialects } from '../../routing/dialects.ts';
import { CredentialField } from './credential-field.tsx';
import { useProvidersSearch } from './search.ts';
import { proposeName } from './upstream-facts.ts';
import { useProviders } from './use-upstreams.ts';

export function UpstreamEditor({
  entity,
  taken,
  onClose,
  onSaved,
}: {
  readonly entity: Entity | undefined;
  readonly taken: readonly string[];
  readonly onClose: () => void;
  readonly onSaved: (name: string) => void;
}) {
  const { t } = useLanguage();
  const { search } = useProvidersSearch();
  // Null removes the credential, undefined keeps it. It is kept only while the drawer is open.
  const [credential, setCredential] = useState<string | null>();
  const id = search.provider ?? '';
  const provider = useProviders().find((each) => each.id === id);
  return (
    <EntityEditor
      kind="upstream"
      title={entity?.name ?? t('providers.addOne', { name: provider?.name ?? id })}
      entity={entity}
      initial={entity?.configuration ?? { provider: id }}
      naming={{
        label: t('providers.name'),
        hint: t('providers.nameHint'),
        initial: proposeName(id, taken),
      }}
      taken={taken}
      extra={credential === undefined ? {} : { credential }}
      form={(form) => (
        <>
          <CredentialField
            entity={entity}
            provider={textOf(form.draft['provider'])}
            value={credential}
            onChange={setCredential}
            error={form.errorOf('credential')}
          />
          <UpstreamFields form={form} before={entity} />
        </>
      )}
      onClose={onClose}
      onSaved={onSaved}
    />
  );
}

function UpstreamFields({
  form: { draft, set, errorOf },
  before,
}: {
  readonly form: DraftForm;
  readonly before: Entity | undefined;
}) {
  const { t } = useLanguage();
  const provider = useProviders().find(({ id }) => id === draft['provider']);
  const [address] = Object.values(provider?.base_urls ?? {});
  const dropsCredential = before?.credential === 'set' && isElsewhere(before.configuration, draft);
  const hasManyAddresses = typeof draft['base_url'] === 'object';
  return (
    <>
      {!hasManyAddresses && (
        <TextField
          type="url"
          label={t('providers.address')}
          hint={address === undefined ? t('providers.addressNeeded') : t('providers.addressHint')}
          placeholder={address ?? 'https://host.example/v1'}
          value={textOf(draft['base_url'])}
          onInput={(event) => set('base_url', event.currentTarget.value)}
          error={errorOf('base_url', true)}
          spellCheck={false}
        />
      )}
      {dropsCredential && <Notice tone="warn">{t('providers.dropsCredential')}</Notice>}
      <TextAreaField
        label={t('nav.models')}
        hint={t('providers.modelsHint')}
        rows={4}
        defaultValue={textsOf(draft['models']).join('\n')}
        onInput={(event) => set('models', linesOf(event.currentTarget.value))}
        error={errorOf('models', true)}
      />
      <TextAreaField
        label={t('providers.headers')}
        hint={
          before?.configuration['headers'] ? t('providers.headersKept') : t('providers.headersHint')
        }
        rows={2}
        placeholder="x-team: research"
        defaultValue={formatEntries(draft['headers'])}
        onInput={(event) => set('headers', parseEntries(event.currentTarget.value))}
        error={errorOf('headers', true)}
      />
      <SelectField
        label={t('providers.dialect')}
        hint={t('providers.dialectHint')}
        value={textOf(draft['dialect'])}
        onChange={(event) => set('dialect', event.currentTarget.value)}
        error={errorOf('dialect')}
      >
        <option value="">{t('providers.anyDialect')}</option>
        {dialects.map((dialect) => (
          <option key={dialect}>{dialect}</option>
        ))}
      </SelectField>
    </>
  );
}

/** Whether the credential would be sent to another address than it was saved for. */
function isElsewhere(before: Draft, draft: Draft): boolean {
  return ['provider', 'base_url'].some(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(draft[field]),
  );
}
