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
import { TextAreaField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { AddressFields } from './address-fields.tsx';
import { ConnectionFields } from './connection-fields.tsx';
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
  form,
  before,
}: {
  readonly form: DraftForm;
  readonly before: Entity | undefined;
}) {
  const { t } = useLanguage();
  const { draft, set, errorOf } = form;
  const provider = useProviders().find(({ id }) => id === draft['provider']);
  const dropsCredential = before?.credential === 'set' && isElsewhere(before.configuration, draft);
  return (
    <>
      <AddressFields form={form} provider={provider} />
      {dropsCredential && <Notice tone="warn">{t('providers.dropsCredential')}</Notice>}
      <TextAreaField
        label={t('nav.models')}
        hint={t(
          provider?.lists_models === false ? 'providers.modelsNeeded' : 'providers.modelsHint',
        )}
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
      <ConnectionFields form={form} />
    </>
  );
}

/** Whether the credential would be sent to another address than it was saved for. */
function isElsewhere(before: Draft, draft: Draft): boolean {
  return ['provider', 'base_url'].some(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(draft[field]),
  );
}
