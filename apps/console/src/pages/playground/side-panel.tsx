/** One side of the playground: the answer, the body, the raw frames and a code snippet. */
import { useState } from 'react';
import { RawCall } from '../../calls/raw-call.tsx';
import { useLanguage } from '../../i18n/provider.tsx';
import { Button } from '../../ui/button.tsx';
import { TextAreaField } from '../../ui/field.tsx';
import { Card } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { AnswerView } from './answer-view.tsx';
import { Snippet } from './snippet.tsx';
import type { Side } from './use-side.ts';

interface SidePanelProps {
  readonly side: Side;
  readonly title: string;
  readonly onContinue?: ((text: string) => void) | undefined;
}

export function SidePanel({ side, title, onContinue }: SidePanelProps) {
  const { t } = useLanguage();
  const [tab, setTab] = useState('answer');
  const { record } = side.call;
  return (
    <Card title={title}>
      <Tabs
        label={title}
        value={tab}
        onChange={setTab}
        tabs={[
          {
            id: 'answer',
            label: t('playground.answer'),
            content: <AnswerView record={record} onContinue={onContinue} />,
          },
          {
            id: 'body',
            label: side.isEdited ? t('playground.bodyEdited') : t('playground.body'),
            content: <BodyEditor side={side} />,
          },
          {
            id: 'raw',
            label: t('playground.raw'),
            content: record ? (
              <RawCall record={record} />
            ) : (
              <p className="text-muted">{t('playground.rawEmpty')}</p>
            ),
          },
          { id: 'code', label: t('playground.code'), content: <Snippet side={side} /> },
        ]}
      />
    </Card>
  );
}

function BodyEditor({ side }: { readonly side: Side }) {
  const { t } = useLanguage();
  return (
    <div className="flex flex-col items-start gap-3 *:w-full">
      <TextAreaField
        label={t('playground.body')}
        hint={t('playground.bodyHint')}
        rows={16}
        value={side.body}
        onChange={(event) => side.edit(event.currentTarget.value)}
      />
      {side.isEdited && (
        <Button onClick={() => side.edit(undefined)}>{t('playground.bodyReset')}</Button>
      )}
    </div>
  );
}
