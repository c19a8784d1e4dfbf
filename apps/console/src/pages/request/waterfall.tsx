/** The time of a request: each phase and each attempt as a bar, with the same figures as text. */
import type { Attempt, Exchange } from '../../api/records.ts';
import { useLanguage } from '../../i18n/provider.tsx';
import { placeOf, traceOf, type Span } from './trace.ts';

export function Waterfall({ exchange }: { readonly exchange: Exchange }) {
  const { t } = useLanguage();
  const { attempt_records: attempts, attempts: count } = exchange;
  return (
    <>
      <ol className="flex flex-col gap-3">
        {traceOf(exchange).map((span) => (
          <Step key={`${span.kind} ${span.startMs}`} span={span} wholeMs={exchange.duration_ms} />
        ))}
      </ol>
      {attempts.length === 0 && (
        <p className="mt-3 text-muted">
          {count === 0 ? t('requests.noAttempts') : t('requests.unknownAttempts')}
        </p>
      )}
    </>
  );
}

function Step({ span, wholeMs }: { readonly span: Span; readonly wholeMs: number }) {
  const { t, format } = useLanguage();
  const { kind, startMs, endMs, attempt } = span;
  const name =
    attempt === undefined
      ? t(`requests.${kind === 'attempt' ? 'finished' : kind}`)
      : t('requests.attempt', { number: attempt.number });
  const place = t('requests.span', {
    start: format.duration(startMs),
    end: format.duration(endMs),
  });
  return (
    <li>
      <div className="flex items-baseline justify-between gap-3">
        <span className="min-w-0">
          {name}
          {attempt?.upstream && <span className="text-muted"> · {attempt.upstream}</span>}
        </span>
        <span className="text-xs whitespace-nowrap text-muted tabular-nums" title={place}>
          {format.duration(endMs - startMs)}
          <span className="sr-only">, {place}</span>
        </span>
      </div>
      <Bar span={span} wholeMs={wholeMs} />
      {attempt && <AttemptFacts attempt={attempt} />}
    </li>
  );
}

function Bar({ span, wholeMs }: { readonly span: Span; readonly wholeMs: number }) {
  const { kind, startMs, endMs, attempt } = span;
  const left = placeOf(startMs, wholeMs);
  const first = attempt?.first_byte_ms ?? null;
  const color =
    kind !== 'attempt' ? 'bg-line-strong' : isFailure(attempt) ? 'bg-bad' : 'bg-series-1';
  return (
    <div aria-hidden className="relative mt-1 h-2.5 overflow-hidden rounded-sm bg-sunken">
      <div
        className={`absolute inset-y-0 min-w-0.5 rounded-sm ${color}`}
        style={{ left: `min(${left}%, 100% - 2px)`, width: `${placeOf(endMs, wholeMs) - left}%` }}
      />
      {first !== null && (
        <div
          className="absolute inset-y-0 w-0.5 bg-text"
          style={{ left: `min(${placeOf(first, wholeMs)}%, 100% - 2px)` }}
        />
      )}
    </div>
  );
}

function AttemptFacts({ attempt }: { readonly attempt: Attempt }) {
  const { t, format } = useLanguage();
  const { status, first_byte_ms: first, error_code: code, reason, message } = attempt;
  const facts = [
    attempt.upstream_model,
    status === null ? t('requests.noAnswer') : t('requests.statusOf', { status }),
    first !== null && `${t('requests.firstByte')} ${format.duration(first)}`,
    code,
    reason,
  ].filter((fact) => typeof fact === 'string' && fact !== '');
  return (
    <>
      <p className={`mt-1 text-xs ${isFailure(attempt) ? 'text-bad' : 'text-muted'}`}>
        {facts.join(' · ')}
      </p>
      {message && <p className="mt-1 text-xs whitespace-pre-wrap">{message}</p>}
    </>
  );
}

function isFailure(attempt: Attempt | undefined): boolean {
  return typeof attempt?.error_code === 'string';
}
