/** A model's answer: text, reasoning, tool calls, and its usage. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { api } from '../../api/client.ts';
import { ApiError } from '../../api/errors.ts';
import { useVisitor } from '../../api/visitor.tsx';
import { indentJson } from '../../calls/records.ts';
import type { CallRecord } from '../../calls/run-call.ts';
import { useLanguage } from '../../i18n/provider.tsx';
import { Button } from '../../ui/button.tsx';
import { Badge, Notice } from '../../ui/notice.tsx';
import { Count, Money } from '../../ui/values.tsx';
import type { Answer } from './answer.ts';

export function AnswerView({
  record,
  onContinue,
}: {
  readonly record: CallRecord<Answer> | undefined;
  readonly onContinue: ((text: string) => void) | undefined;
}) {
  const { t } = useLanguage();
  if (record === undefined) return <p className="text-muted">{t('playground.empty')}</p>;
  const { state, value } = record;
  return (
    <div className="flex flex-col gap-4">
      <Facts record={record} />
      {value.reasoning !== '' && (
        <details open className="rounded-lg bg-sunken px-4 py-2 text-muted">
          <summary className="font-medium">{t('playground.reasoning')}</summary>
          <Prose>{value.reasoning}</Prose>
        </details>
      )}
      {(value.text !== '' || state === 'running') && (
        <div aria-busy={state === 'running'} className="min-h-10">
          <Prose>{value.text}</Prose>
        </div>
      )}
      {value.calls.map(({ id, name, text }) => (
        <div key={id} className="rounded-lg border px-4 py-2">
          <p className="text-xs text-muted">
            {t('playground.toolCall')} <code className="text-text">{name}</code>
          </p>
          <pre className="mt-1 overflow-x-auto font-mono text-xs">{indentJson(text)}</pre>
        </div>
      ))}
      <End record={record} />
      {onContinue && state === 'ended' && value.text !== '' && (
        <div>
          <Button onClick={() => onContinue(value.text)}>{t('playground.continue')}</Button>
        </div>
      )}
    </div>
  );
}

/** How the call ended, if the answer itself does not show it. */
function End({ record }: { readonly record: CallRecord<Answer> }) {
  const { t } = useLanguage();
  const { state, value, status, frames } = record;
  const isFailed = status !== null && status >= 400;
  // An error that is not in the format of the dialect is shown unchanged.
  const error = value.error || (isFailed && frames[0]?.text);
  return (
    <>
      {error && (
        <Notice tone="bad">
          <Prose>{error}</Prose>
        </Notice>
      )}
      {state === 'stopped' && <Notice>{t('playground.stopped')}</Notice>}
      {state === 'cut' && <Notice tone="warn">{t('playground.cut')}</Notice>}
      {state === 'broken' && <Notice tone="bad">{t('playground.broken')}</Notice>}
      <p role="status" className="sr-only">
        {state === 'ended' && t('playground.ended')}
      </p>
    </>
  );
}

/** The gateway's own record of the call; the browser measures only times. */
function Facts({ record }: { readonly record: CallRecord<Answer> }) {
  const { t, format } = useLanguage();
  const { kind } = useVisitor();
  const { state, status, firstByteMs, durationMs, headers } = record;
  const id = new Map(headers).get('x-request-id') ?? '';
  const { data } = api.useQuery(
    'get',
    // The views of both visitors are the same.
    `/${kind === 'key' ? 'key' : 'admin'}/v1/exchanges/{id}` as '/admin/v1/exchanges/{id}',
    { params: { path: { id } } },
    { enabled: id !== '' && state !== 'running', retry: isNotThereYet, retryDelay: 400 },
  );
  const time = (value: number | null) => (value === null ? '–' : format.duration(value));
  const facts: readonly (readonly [name: string, value: ReactNode])[] = [
    [t('playground.firstByte'), time(firstByteMs)],
    [t('playground.duration'), time(durationMs)],
    [t('playground.input'), data ? <Count value={data.tokens?.input ?? null} /> : '–'],
    [t('playground.output'), data ? <Count value={data.tokens?.output ?? null} /> : '–'],
    [t('playground.cost'), data ? <Money amount={data.amount} /> : '–'],
  ];
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-2 text-xs">
      {status !== null && <Badge tone={status < 400 ? 'good' : 'bad'}>{status}</Badge>}
      <dl className="contents">
        {facts.map(([name, value]) => (
          <div key={name} className="flex gap-1.5">
            <dt className="text-muted">{name}</dt>
            <dd className="tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      {id !== '' && (
        <Link to="/requests/$id" params={{ id }} className="text-accent underline">
          {t('playground.details')}
        </Link>
      )}
    </div>
  );
}

/** The exchange is recorded a moment after its end. */
function isNotThereYet(failures: number, error: unknown): boolean {
  return failures < 8 && error instanceof ApiError && error.status === 404;
}

function Prose({ children }: { readonly children: string }) {
  return <p className="whitespace-pre-wrap">{children}</p>;
}
