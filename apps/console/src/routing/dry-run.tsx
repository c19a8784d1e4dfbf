/** The dry run: resolves a call name without calling an upstream. */
import type { ReactNode } from 'react';
import { api } from '../api/client.ts';
import { useVisitor } from '../api/visitor.tsx';
import { useLanguage } from '../i18n/provider.tsx';
import { readText } from '../search/read-search.ts';
import { SearchForm } from '../search/search-form.tsx';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
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
  const { model } = request;
  return (
    <div className="flex flex-col gap-5">
      <SearchForm
        values={model}
        onSearch={(values) => {
          const name = readText(values, 'model')?.trim();
          if (name) onAsk(name);
        }}
        className="flex flex-wrap items-end gap-3"
      >
        {children}
        <div className="min-w-48 flex-1">
          <TextField
            label={t('configuration.model')}
            name="model"
            required
            list="call-names"
            defaultValue={model}
            maxLength={1_000}
            spellCheck={false}
            placeholder={t('configuration.modelHint')}
          />
          <datalist id="call-names">
            {names.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </div>
        <Button look="primary" type="submit">
          {t('configuration.explain')}
        </Button>
      </SearchForm>
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
