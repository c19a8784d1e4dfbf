/** The settings of each client for a key, in tabs by client and, if they differ, by shell. */
import type { Client } from '@parley/clients';
import { ExternalLink } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useCallNames } from '../../api/readings.ts';
import { useLanguage } from '../../i18n/provider.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { CodeBlock, CopyButton, CopyValue } from '../../ui/copy.tsx';
import { SelectField } from '../../ui/field.tsx';
import { ErrorNotice, Notice, Skeleton } from '../../ui/notice.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { chooseName, listClients, readFacts } from './client-list.ts';

export function ClientSettings({
  secret,
  keyId,
  only,
}: {
  /** The secret of a new key; a placeholder is shown without it. */
  readonly secret?: string | undefined;
  /** The key whose call names are offered; by default those of the default group or the own key. */
  readonly keyId?: string | undefined;
  /** The ids of the clients to show; all by default. */
  readonly only?: readonly string[];
}) {
  const { t } = useLanguage();
  const { data, error, refetch } = useCallNames(keyId);
  const [chosen, setChosen] = useState<string>();
  const names = data?.data;
  const model = chosen ?? chooseName(names ?? []);
  const clients = useMemo(
    () =>
      model === undefined || names === undefined
        ? []
        : listClients(
            { secret, model, models: names.map(({ name }) => name), facts: readFacts(names) },
            only,
          ),
    [secret, model, names, only],
  );
  if (error !== null) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (names === undefined) return <Skeleton rows={3} />;
  if (model === undefined) return <Notice tone="warn">{t('setup.noModels')}</Notice>;
  return (
    <div className="flex min-w-0 flex-col gap-4">
      {names.length > 1 && (
        <div className="max-w-sm">
          <SelectField
            label={t('setup.model')}
            value={model}
            onChange={(event) => setChosen(event.currentTarget.value)}
          >
            {names.map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
          </SelectField>
        </div>
      )}
      {secret === undefined && <p className="text-xs text-muted">{t('setup.placeholder')}</p>}
      <ClientTabs clients={clients} />
    </div>
  );
}

function ClientTabs({ clients }: { readonly clients: readonly Client[] }) {
  const { t } = useLanguage();
  return (
    <Tabs
      label={t('setup.clients')}
      look="pills"
      tabs={clients.map((client) => ({
        id: client.id,
        label: client.title,
        content: <Steps client={client} />,
      }))}
    />
  );
}

/** The snippets that are shown first. */
const shownOfLibrary = 2;

function Steps({ client }: { readonly client: Client }) {
  const { t } = useLanguage();
  const { kind, steps, title, documentation } = client;
  const shown = kind === 'sdk' ? shownOfLibrary : steps.length;
  return (
    <div className="flex flex-col gap-5">
      <StepList steps={steps.slice(0, shown)} />
      {steps.length > shown && (
        <details key={client.id} className="flex flex-col">
          <summary className="self-start text-accent">{t('setup.more')}</summary>
          <div className="mt-4 flex flex-col gap-5">
            <StepList steps={steps.slice(shown)} />
          </div>
        </details>
      )}
      <a
        href={documentation}
        target="_blank"
        rel="noreferrer"
        className="inline-flex items-center gap-1 self-start text-xs text-accent hover:underline"
      >
        {t('setup.documentation', { client: title })}
        <ExternalLink aria-hidden className="size-3" />
      </a>
    </div>
  );
}

function StepList({ steps }: { readonly steps: Client['steps'] }) {
  const { localize } = useLanguage();
  return steps.map((step, index) => (
    <div key={index} className="flex min-w-0 flex-col gap-2">
      <p className="font-medium">
        {localize(step.title)}
        {step.file !== undefined && (
          <code className="ml-2 rounded bg-sunken px-1.5 py-0.5 font-mono text-xs font-normal">
            {step.file}
          </code>
        )}
      </p>
      <StepText step={step} />
      {step.note !== undefined && <p className="text-xs text-muted">{localize(step.note)}</p>}
    </div>
  ));
}

function StepText({ step }: { readonly step: Client['steps'][number] }) {
  const { t, localize } = useLanguage();
  const { code, variants = [] } = step;
  const title = localize(step.title);
  if (step.isLink) {
    return (
      <div className="flex gap-2">
        <a href={code} rel="noreferrer" className={buttonClass()}>
          {t('setup.openLink')}
        </a>
        <CopyButton text={code} label={title} />
      </div>
    );
  }
  if (variants.length > 1) {
    const tabs = variants.map((variant) => ({
      id: variant.title,
      label: variant.title,
      content: <CodeBlock code={variant.code} label={`${title}, ${variant.title}`} />,
    }));
    return <Tabs label={t('setup.shells')} tabs={tabs} />;
  }
  if (step.language === 'text' && !code.includes('\n')) {
    return <CopyValue value={code} label={title} />;
  }
  return <CodeBlock code={code} label={title} />;
}
