/** The dry run: resolves a call name without calling an upstream. */
import { useId, type ReactNode, type SubmitEvent } from 'react';
import { api } from '../api/client.ts';
import { useVisitor } from '../api/visitor.tsx';
import { useLanguage } from '../i18n/provider.tsx';
import { Button } from '../ui/button.tsx';
import { controlClass } from '../ui/field.tsx';
import { ErrorNotice, Skeleton } from '../ui/notice.tsx';
import type { Dialect } from './dialects.ts';
import { ResolutionView } from './resolution.tsx';
import type { Scope } from './scope-picker.tsx';

export interface DryRunRequest {
  readonly scope: Scope;
  /** The value of `model`; without it no request is sent. */
  readonly model: string | undefined;
  readonly inbound: Dialect;
}

export function DryRun({
  request,
  onAsk,
  names,
  children,
}: {
  readonly request: DryRunRequest;
  readonly onAsk: (model: string) => void;
  /** Suggestions while a name is typed. */
  readonly names: readonly string[];
  /** The fields before the name. */
  readonly children?: ReactNode;
}) {
  const { t } = useLanguage();
  const id = useId();
  const { model } = request;
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = new FormData(event.currentTarget).get('model');
    if (typeof name === 'string' && name.trim() !== '') onAsk(name.trim());
  };
  return (
    <div className="flex flex-col gap-5">
      <form onSubmit={submit} className="flex flex-wrap items-end gap-3">
        {children}
        <div className="flex min-w-48 flex-1 flex-col gap-1">
          <label htmlFor={id} className="text-sm font-medium">
            {t('configuration.model')}
          </label>
          <input
            key={model}
            id={id}
            name="model"
            required
            list={`${id}-names`}
            defaultValue={model}
            maxLength={1_000}
            autoComplete="off"
            spellCheck={false}
            placeholder={t('configuration.modelHint')}
            className={`${controlClass} font-mono`}
          />
          <datalist id={`${id}-names`}>
            {names.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </div>
        <Button look="primary" type="submit">
          {t('configuration.explain')}
        </Button>
      </form>
      <p className="-mt-3 text-xs text-muted">{t('configuration.nothingCalled')}</p>
      {model !== undefined && <Answer request={{ ...request, model }} />}
    </div>
  );
}

function Answer({
  request: { scope, model, inbound },
}: {
  readonly request: DryRunRequest & { readonly model: string };
}) {
  const { kind } = useVisitor();
  const isOperator = kind === 'operator';
  const any = api.useQuery(
    'get',
    '/admin/v1/resolve',
    { params: { query: { ...scope, model, inbound } } },
    { enabled: isOperator },
  );
  const own = api.useQuery(
    'get',
    '/key/v1/resolve',
    { params: { query: { model } } },
    { enabled: !isOperator },
  );
  const { data, error, refetch } = isOperator ? any : own;
  if (error !== null) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton rows={5} />;
  return <ResolutionView resolution={data} inbound={inbound} />;
}
