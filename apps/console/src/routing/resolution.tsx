/** The resolution of a call name: the result, the targets in order, and every step. */
import { CircleCheck, CircleX } from 'lucide-react';
import type { View } from '../api/client.ts';
import { useLanguage } from '../i18n/provider.tsx';
import { Badge } from '../ui/notice.tsx';
import { TargetState } from './target-state.tsx';

type Full = View<'Resolution'>;
type Target = Full['targets'][number];

/** For operators, or with hidden fields for key holders. */
type Resolution = Omit<Full, 'targets' | 'steps'> & {
  readonly targets?: Full['targets'] | null;
  readonly steps?: Full['steps'] | null;
};

export function ResolutionView({
  resolution,
  inbound,
}: {
  readonly resolution: Resolution;
  /** The format of the request; targets with another format show it. */
  readonly inbound: string;
}) {
  const { t, localize } = useLanguage();
  const targets = resolution.targets ?? [];
  const steps = resolution.steps ?? [];
  return (
    <div className="flex flex-col gap-5" aria-live="polite">
      <Outcome resolution={resolution} />
      {targets.length > 0 && (
        <section>
          <h3 className="mb-2 text-sm font-medium">{t('configuration.candidates')}</h3>
          <ol className="flex flex-col gap-2">
            {targets.map((target) => (
              <Candidate
                key={`${target.upstream}/${target.model}`}
                target={target}
                inbound={inbound}
              />
            ))}
          </ol>
        </section>
      )}
      {steps.length > 0 && (
        <section>
          <h3 className="mb-2 text-sm font-medium">{t('configuration.steps')}</h3>
          <ol className="ml-1.5 flex flex-col gap-2 border-l pl-4 text-muted">
            {steps.map((step, index) => (
              <li key={index}>{localize(step)}</li>
            ))}
          </ol>
        </section>
      )}
    </div>
  );
}

function Outcome({
  resolution: { found, reason, call_name: callName, group, effort },
}: {
  readonly resolution: Resolution;
}) {
  const { t, localize } = useLanguage();
  const Icon = found ? CircleCheck : CircleX;
  return (
    <div
      className={`flex items-start gap-3 rounded-lg px-4 py-3 ${found ? 'bg-good-soft text-good' : 'bg-bad-soft text-bad'}`}
    >
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <p className="min-w-0">
        {found ? (
          <>
            {t('configuration.leadsTo')} <code className="font-mono font-medium">{callName}</code>{' '}
            {group !== null && t('configuration.ofGroup', { group })}
            {effort !== null && ` · ${t('configuration.effort', { effort })}`}
          </>
        ) : reason === null ? (
          t('configuration.leadsNowhere')
        ) : (
          localize(reason)
        )}
      </p>
    </div>
  );
}

function Candidate({
  target: { upstream, model, priority, outbound, state, order, skipped },
  inbound,
}: {
  readonly target: Target;
  readonly inbound: string;
}) {
  const { t, localize } = useLanguage();
  return (
    <li className="flex items-start gap-3 rounded-lg border px-3 py-2.5">
      <span
        className={`inline-flex size-6 shrink-0 items-center justify-center rounded-full text-xs font-medium tabular-nums ${order === 1 ? 'bg-accent-solid text-on-accent' : 'bg-sunken text-muted'}`}
      >
        {order ?? '–'}
      </span>
      <div className="min-w-0 flex-1">
        <p className="font-mono text-xs leading-6 break-all">
          {upstream}/{model}
        </p>
        <p className="text-xs text-muted">
          {t('configuration.priority', { priority })}
          {outbound !== inbound && ` · ${t('configuration.translated', { dialect: outbound })}`}
        </p>
        {skipped !== null && <p className="mt-1 text-xs">{localize(skipped)}</p>}
      </div>
      {order === null ? <Badge tone="bad">{t('configuration.never')}</Badge> : null}
      <TargetState state={state} />
    </li>
  );
}
