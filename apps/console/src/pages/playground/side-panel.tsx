/** One side of the playground: the target, the answer, the body, the raw frames and a code snippet. */
import { useId, useState } from 'react';
import { RawCall } from '../../calls/raw-call.tsx';
import { useLanguage } from '../../i18n/provider.tsx';
import { dialectNames } from '../../routing/dialects.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextAreaField, TextField } from '../../ui/field.tsx';
import { Card } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { AnswerView } from './answer-view.tsx';
import { Snippet } from './snippet.tsx';
import type { Side } from './use-side.ts';

interface SidePanelProps {
  readonly side: Side;
  readonly title: string;
  /** The call names to choose from. */
  readonly names: readonly string[];
  readonly onModel: (model: string) => void;
  readonly onDialect: (dialect: string) => void;
  readonly onContinue?: ((text: string) => void) | undefined;
}

export function SidePanel({ side, title, names, ...on }: SidePanelProps) {
  const { t } = useLanguage();
  const namesId = useId();
  const [tab, setTab] = useState('answer');
  const { record } = side.call;
  return (
    <Card title={title}>
      <div className="mb-4 grid grid-cols-[repeat(auto-fit,minmax(12rem,1fr))] gap-3">
        <TextField
          label={t('playground.model')}
          list={namesId}
          value={side.model}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => on.onModel(event.currentTarget.value)}
        />
        <SelectField
          label={t('playground.format')}
          value={side.dialect}
          onChange={(event) => on.onDialect(event.currentTarget.value)}
        >
          {Object.entries(dialectNames).map(([id, name]) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <datalist id={namesId}>
          {names.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      </div>
      <Tabs
        label={title}
        value={tab}
        onChange={setTab}
        tabs={[
          {
            id: 'answer',
            label: t('playground.answer'),
            content: <AnswerView record={record} onContinue={on.onContinue} />,
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
