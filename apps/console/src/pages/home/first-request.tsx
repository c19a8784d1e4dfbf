/** Until the first request: the command to run, and the request as soon as it arrives. */
import { Link } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { api, type View } from '../../api/client.ts';
import { useLatestExchanges } from '../../api/readings.ts';
import { useMayWrite, useVisitor } from '../../api/visitor.tsx';
import { useLanguage } from '../../i18n/provider.tsx';
import { buttonClass, Spinner } from '../../ui/button.tsx';
import { Money } from '../../ui/values.tsx';
import { ClientSettings } from '../setup/client-settings.tsx';
import { TestNow } from '../setup/test-now.tsx';

/** Polling interval, in milliseconds. */
const interval = 1_500;
const clients = ['curl', 'openai', 'anthropic', 'claude', 'codex'];

export function FirstRequest() {
  const [wasEmpty, setWasEmpty] = useState(false);
  const [hasCall, setHasCall] = useState(false);
  const { data } = useLatestExchanges({ limit: 1 }, hasCall ? false : interval);
  const [first] = data?.data ?? [];
  if (data !== undefined && first === undefined && !wasEmpty) setWasEmpty(true);
  if (first !== undefined && !hasCall) setHasCall(true);
  if (!wasEmpty) return null;
  return (
    <div aria-live="polite">{first === undefined ? <Waiting /> : <Arrived exchange={first} />}</div>
  );
}

function Waiting() {
  const { t } = useLanguage();
  const mayWrite = useMayWrite();
  const { kind } = useVisitor();
  const key = useTestKey();
  return (
    <section className="rounded-xl border border-accent bg-surface px-5 py-4">
      <h2 className="flex items-center gap-2 font-semibold">
        <span className="inline-flex text-accent">
          <Spinner />
        </span>
        {t('home.waiting')}
      </h2>
      <p className="mt-1 text-muted">{t('home.waitingHint')}</p>
      <div className="mt-4 flex flex-col gap-4">
        {key !== undefined && (
          <section className="flex flex-col gap-2">
            <h3 className="font-medium">{t('home.testNow', { name: key.name })}</h3>
            <TestNow keyId={key.id} />
          </section>
        )}
        <section className="flex min-w-0 flex-col gap-2">
          {key !== undefined && <h3 className="font-medium">{t('home.runYourself')}</h3>}
          <ClientSettings only={clients} />
        </section>
        <div className="flex flex-wrap gap-2">
          {mayWrite && (
            <Link to="/keys" search={{ create: true }} className={buttonClass('primary')}>
              {t('shell.createKey')}
            </Link>
          )}
          {kind === 'key' && (
            <Link to="/setup" className={buttonClass()}>
              {t('home.allClients')}
            </Link>
          )}
        </div>
      </div>
    </section>
  );
}

/** The key of a request from this page: the own key, or for an operator the newest one that works. */
function useTestKey(): { readonly id: string; readonly name: string } | undefined {
  const { kind, key_id: keyId, name } = useVisitor();
  const mayWrite = useMayWrite();
  const { data } = api.useQuery(
    'get',
    '/admin/v1/keys',
    { params: { query: { status: 'active', limit: 1 } } },
    { enabled: kind === 'operator' && mayWrite },
  );
  if (keyId !== null) return { id: keyId, name: name ?? '' };
  return data?.data[0];
}

function Arrived({ exchange }: { readonly exchange: FirstExchange }) {
  const { t, format } = useLanguage();
  return (
    <section className="rounded-xl bg-good-soft px-5 py-4">
      <h2 className="flex items-center gap-2 font-semibold text-good">
        <CircleCheck aria-hidden className="size-4" />
        {t('home.arrived')}
      </h2>
      <p className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1">
        <span className="font-mono text-xs break-all">{exchange.model}</span>
        <span>{exchange.status}</span>
        <span>{format.duration(exchange.duration_ms)}</span>
        <Money amount={exchange.amount} />
        <Link to="/requests/$id" params={{ id: exchange.id }} className="text-accent underline">
          {t('home.showRequest')}
        </Link>
      </p>
    </section>
  );
}

type FirstExchange = Pick<View<'Exchange'>, 'id' | 'model' | 'status' | 'duration_ms' | 'amount'>;
