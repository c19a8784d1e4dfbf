/** The result of a test of an upstream. */
import { CircleCheck, CircleX } from 'lucide-react';
import { useLanguage } from '../../i18n/provider.tsx';
import { Spinner } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import type { UpstreamTest } from './use-tests.ts';

/** Maximum number of models; the page of models shows all. */
const mostShown = 200;

export function TestOutcome({ test }: { readonly test: UpstreamTest }) {
  return (
    <div aria-live="polite">
      {test.state === 'running' && <Running />}
      {test.state === 'failed' && <ErrorNotice error={test.error} />}
      {test.state === 'done' && <Result result={test.result} />}
    </div>
  );
}

function Running() {
  const { t } = useLanguage();
  return (
    <p className="flex items-center gap-2 rounded-lg bg-sunken px-3 py-2 text-muted">
      <Spinner />
      {t('providers.testing')}
    </p>
  );
}

type Done = Extract<UpstreamTest, { readonly state: 'done' }>['result'];

function Result({ result }: { readonly result: Done }) {
  const { t, format } = useLanguage();
  const { ok, duration_ms: duration, status, error_code: code, message, models } = result;
  const Icon = ok ? CircleCheck : CircleX;
  const facts = [status === null ? null : `HTTP ${status}`, code].filter((each) => each !== null);
  return (
    <div
      className={`flex items-start gap-2 rounded-lg px-3 py-2 ${ok ? 'bg-good-soft text-good' : 'bg-bad-soft text-bad'}`}
    >
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 flex-1">
        <p>
          {ok ? t('providers.testOk') : t('providers.testFailed')} · {format.duration(duration)}
          {!ok && facts.length > 0 && ` · ${facts.join(' · ')}`}
        </p>
        {message !== null && <p>{message}</p>}
        {models !== null && (
          <details>
            <summary className="rounded">
              {t('providers.modelsFound', { count: format.count(models.length) })}
            </summary>
            <ul className="mt-1 max-h-48 overflow-y-auto font-mono text-xs" tabIndex={0}>
              {models.slice(0, mostShown).map((model) => (
                <li key={model} className="break-all">
                  {model}
                </li>
              ))}
              {models.length > mostShown && <li>+{models.length - mostShown}</li>}
            </ul>
          </details>
        )}
      </div>
    </div>
  );
}
