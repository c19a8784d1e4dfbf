/** The overview of a request: what, by whom, and its outcome. */
import { Link } from '@tanstack/react-router';
import type { Exchange } from '../../api/records.ts';
import { useIsOperator } from '../../api/surface.ts';
import { useLanguage } from '../../i18n/provider.tsx';
import { CopyValue } from '../../ui/copy.tsx';
import { StatusBadge } from '../requests/status-badge.tsx';
import { Facts } from './facts.tsx';
import { speedOf } from './trace.ts';

export function Overview({ exchange }: { readonly exchange: Exchange }) {
  const { t, format } = useLanguage();
  const isOperator = useIsOperator();
  const { upstream, upstream_model: sent, error_code: code } = exchange;
  const { inbound, outbound, first_byte_ms: firstByteMs } = exchange;
  const speed = speedOf(exchange);
  const names = [upstream, sent].filter(Boolean).join(' · ');
  return (
    <Facts
      facts={[
        [t('requests.status'), <StatusBadge exchange={exchange} />],
        [t('requests.error'), code && <ErrorText exchange={exchange} />],
        [t('requests.id'), <CopyValue value={exchange.id} label={t('requests.copyId')} />],
        [t('shell.time'), format.time(exchange.started_at)],
        [t('requests.asked'), <span className="font-mono text-xs">{exchange.model}</span>],
        [t('requests.sentAs'), names && <span className="font-mono text-xs">{names}</span>],
        [t('requests.key_id'), isOperator ? <KeyLink exchange={exchange} /> : exchange.key_name],
        [t('requests.group'), exchange.group],
        [t('requests.account_id'), isOperator ? exchange.account_id : null],
        [t('requests.endpoint'), <span className="font-mono text-xs">{exchange.endpoint}</span>],
        [t('requests.format'), [...new Set([inbound, outbound ?? inbound])].join(' → ')],
        [t('requests.answer'), t(exchange.stream ? 'requests.stream' : 'requests.whole')],
        [t('requests.duration'), format.duration(exchange.duration_ms)],
        [t('requests.firstByte'), firstByteMs === null ? null : format.duration(firstByteMs)],
        [
          t('requests.speed'),
          speed && t('requests.perSecond', { count: format.count(Math.round(speed)) }),
        ],
      ]}
    />
  );
}

function ErrorText({ exchange }: { readonly exchange: Exchange }) {
  const { error_code: code, error_reason: reason, error_message: message } = exchange;
  return (
    <>
      <span className="text-bad">{[code, reason].filter(Boolean).join(' · ')}</span>
      {message && <p className="mt-0.5 whitespace-pre-wrap">{message}</p>}
    </>
  );
}

function KeyLink({ exchange }: { readonly exchange: Exchange }) {
  const { key_id: id, key_name: name } = exchange;
  return (
    <Link to="/keys/$id" params={{ id }} className="text-accent underline underline-offset-2">
      {name ?? id}
    </Link>
  );
}
