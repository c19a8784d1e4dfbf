/** Makes one model call with a key and shows the response, its duration and its cost. */
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { refresh } from '../../api/client.ts';
import { readExchange, useCallNames } from '../../api/readings.ts';
import { useVisitor } from '../../api/visitor.tsx';
import { useLanguage } from '../../i18n/provider.tsx';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/field.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { Money } from '../../ui/values.tsx';
import { chooseName } from './client-list.ts';
import { testKey } from './test-call.ts';

export function TestNow({ keyId }: { readonly keyId: string }) {
  const { t } = useLanguage();
  const { kind } = useVisitor();
  const { data } = useCallNames(keyId);
  const [chosen, setChosen] = useState<string>();
  const model = chosen ?? chooseName(data?.data ?? []);
  const test = useMutation({
    mutationFn: async (name: string) => {
      const answer = await testKey(keyId, name);
      const { requestId } = answer;
      return { ...answer, exchange: requestId && (await readExchange(kind, requestId)) };
    },
    onSettled: () => refresh('/admin/v1/keys', '/admin/v1/exchanges', '/key/v1/'),
  });
  if (data !== undefined && model === undefined) return null;
  return (
    <div className="flex flex-col gap-3">
      <form
        className="flex flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (model !== undefined) test.mutate(model);
        }}
      >
        <div className="min-w-0 flex-1 basis-48">
          <SelectField
            label={t('setup.model')}
            value={model ?? ''}
            onChange={(event) => setChosen(event.currentTarget.value)}
          >
            {data?.data.map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
          </SelectField>
        </div>
        <Button type="submit" isBusy={test.isPending} disabled={model === undefined}>
          {t('setup.test')}
        </Button>
      </form>
      <p className="text-xs text-muted">{t('setup.testHint')}</p>
      <div aria-live="polite">
        {test.isError && <ErrorNotice error={test.error} />}
        {test.isSuccess && <Answer {...test.data} />}
      </div>
    </div>
  );
}

function Answer({
  text,
  requestId,
  durationMs,
  exchange,
}: Awaited<ReturnType<typeof testKey>> & {
  readonly exchange: Awaited<ReturnType<typeof readExchange>> | '' | null;
}) {
  const { t, format } = useLanguage();
  return (
    <div className="rounded-lg bg-good-soft px-4 py-3">
      <p className="flex items-center gap-2 font-medium text-good">
        <CircleCheck aria-hidden className="size-4" />
        {t('setup.works')}
      </p>
      <p className="mt-2 max-h-40 overflow-y-auto whitespace-pre-wrap">
        {text === '' ? t('setup.noText') : text}
      </p>
      <p className="mt-2 flex flex-wrap gap-x-4 text-xs text-muted">
        <span>{format.duration(durationMs)}</span>
        {exchange && <Money amount={exchange.amount} />}
        {requestId !== null && (
          <Link
            to="/requests/$id"
            params={{ id: requestId }}
            className="font-mono text-accent underline"
          >
            {requestId}
          </Link>
        )}
      </p>
    </div>
  );
}
