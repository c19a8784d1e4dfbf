/** Why a request failed: who refused it, with which words, and what to do about it. */
import { Link } from '@tanstack/react-router';
import { ApiError } from '../../api/errors.ts';
import type { Exchange } from '../../api/records.ts';
import { useIsOperator } from '../../api/surface.ts';
import { useLanguage } from '../../i18n/provider.tsx';
import { adviceOf, type Advice } from './failure-advice.ts';

/** Nothing for a request that succeeded. */
export function Failure({ exchange }: { readonly exchange: Exchange }) {
  const { t } = useLanguage();
  const isOperator = useIsOperator();
  if (exchange.outcome === 'completed') return null;
  const advice = adviceOf(exchange);
  return (
    <section className="rounded-xl bg-bad-soft px-5 py-4 text-bad">
      <h2 className="font-semibold">{t('requests.whyFailed')}</h2>
      <p className="mt-1">
        <Cause exchange={exchange} />
      </p>
      {advice && (
        <p className="mt-1">
          {t(`requests.advise${advice}`)}{' '}
          {isOperator ? (
            <NextStep advice={advice} exchange={exchange} />
          ) : (
            advice !== 'Request' && t('requests.adviseAsk')
          )}
        </p>
      )}
    </section>
  );
}

function Cause({ exchange }: { readonly exchange: Exchange }) {
  const { t, describeError } = useLanguage();
  const { outcome, status, error_reason: code, error_message: message, attempts } = exchange;
  if (outcome === 'canceled') return t('requests.leftByClient');
  const facts = { status, code, param: null, requestId: null };
  const words = describeError(new ApiError(message ?? code ?? '', facts));
  const last = exchange.attempt_records.at(-1);
  if (attempts === 0 || last === undefined) return `${t('requests.refusedHere')} ${words}`;
  const result =
    last.status === null ? t('requests.noAnswer') : t('requests.statusOf', { status: last.status });
  return `${t('requests.lastAttempt', { count: attempts, result })} ${words}`;
}

/** The page where an operator does what is advised. */
function NextStep({
  advice,
  exchange: { key_id: id, model, upstream },
}: {
  readonly advice: Advice;
  readonly exchange: Exchange;
}) {
  const { t } = useLanguage();
  const look = { className: 'underline', children: t('home.open') };
  switch (advice) {
    case 'Quota':
    case 'Rate':
      return <Link to="/keys/$id" params={{ id }} {...look} />;
    case 'Account':
      return <Link to="/ledger" {...look} />;
    case 'Price':
      return <Link to="/models" search={{ model }} {...look} />;
    case 'Model':
      return <Link to="/models" search={{ explain: true, key_id: id, model }} {...look} />;
    case 'Limit':
      return <Link to="/groups" search={{ tab: 'routes' }} {...look} />;
    case 'Credential':
    case 'Provider':
      return <Link to="/providers" search={upstream ? { upstream } : {}} {...look} />;
    default:
      return null;
  }
}
